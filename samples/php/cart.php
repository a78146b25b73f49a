<?php

declare(strict_types=1);

namespace Shop\Cart;

use ArrayIterator;
use Shop\Money\{Currency, Price as Amount};
use function array_map, sprintf;
use const PHP_EOL;

/** Something that can be bought. */
interface Sellable extends \JsonSerializable
{
    public const MAX = 100;

    public function price(): float;
}

trait Loggable
{
    private array $log = [];
    abstract public function name(): string;

    protected function log(string $message, mixed ...$values): static
    {
        $this->log[] = sprintf("[%s] $message", $this->name(), ...$values);
        return $this;
    }
}

enum Status: string
{
    case Open = 'open';
    case Paid = 'paid';

    public static function default(): self
    {
        return self::Open;
    }

    public function label(): string
    {
        return match ($this) {
            self::Open => 'Still open',
            self::Paid => "It's paid",
        };
    }
}

#[\Attribute(\Attribute::TARGET_CLASS)]
final class Item implements Sellable
{
    public function __construct(
        public readonly string $name,
        private float $price = 0.0,
        protected ?int $amount = null,
    ) {
    }

    public function price(): float
    {
        return $this->price * ($this->amount ?? 1);
    }

    public function jsonSerialize(): array
    {
        return ['name' => $this->name, 'price' => $this->price()];
    }
}

abstract class Basket implements \IteratorAggregate, \Countable
{
    use Loggable;

    public static int $created = 0;
    /** @var Item[] */
    protected array $items = array();

    public function add(Item|Sellable $item, int &$total = 0): static
    {
        if (count($this->items) >= Sellable::MAX) {
            throw new \OverflowException("Basket {$this->name()} is full");
        } elseif ($item instanceof Item && $item->name === '') {
            return $this;
        } else {
            $this->items[] = $item;
        }
        $total += 1;
        self::$created++;
        return $this->log('added %s', $item::class);
    }

    public function getIterator(): \Iterator
    {
        yield from $this->items;
    }

    public function count(): int { return \count($this->items); }

    abstract protected function discount(float $sum): float;
}

$basket = new class extends Basket {
    public function name(): string { return 'anonymous'; }

    protected function discount(float $sum): float
    {
        return $sum > 100 ? $sum * 0.1 : 0;
    }
};

$total = 0;
$basket->add(new Item('pen', 1.5, amount: 3), $total)?->add(new Item(name: 'ink'), $total);
[$first, , $third] = [1, 2, 3];
['a' => $a, 'b' => [$b]] = ['a' => 1, 'b' => [2]];
$sum = array_sum(array_map(fn (Sellable $item): float => $item->price(), iterator_to_array($basket)));
echo Status::from('paid')->label(), PHP_EOL, $sum, "\n";
