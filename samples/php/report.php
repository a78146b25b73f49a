<?php
// A report script that mixes code and markup.
const TITLE = 'Report';
define('LIMIT', 0x1F);

$rows = [
    ['name' => 'Ann', 'score' => 81, 'tags' => []],
    ['name' => 'Bob', 'score' => 40.5, 'tags' => ['new', 'late',]],
    ['name' => "O'Neil \"the\" 3rd\t", 'score' => null, 'tags' => ['x']],
];

function grade(int|float|null $score, string $default = '-'): string
{
    static $calls = 0;
    $calls++;
    if ($score === null) {
        return $default;
    }
    switch (true) {
        case $score >= 80:
            $grade = 'A';
            break;
        case $score > 50 && $score < 80:
        case $score == 50:
            $grade = 'B';
            break;
        default:
            $grade = 'C';
    }
    return $grade . $calls % 2;
}

function &pick(array &$list, int $index)
{
    return $list[$index];
}

function numbers(int $from, int $to = LIMIT): Generator
{
    for ($i = $from, $n = 0; $i <= $to; $i += 2, $n++) {
        $stop = yield $n => $i;
        if ($stop) {
            return $n;
        }
    }
}

$average = function (array $rows) use (&$average, $total): ?float {
    $scores = array_filter(array_column($rows, 'score'), fn ($s) => !is_null($s));
    return $scores ? array_sum($scores) / count($scores) : null;
};
$total ??= 0;

try {
    foreach ($rows as $i => ['name' => $name, 'score' => $score]) {
        if (!$name) continue;
        $total += (int) $score <=> $i;
        $rows[$i]['grade'] = grade($score);
    }
    $first = &pick($rows, 0);
    $first['tags'][] = strtoupper(substr($first['name'], 0, 1));
} catch (TypeError | InvalidArgumentException $e) {
    error_log($e->getMessage());
    throw $e;
} finally {
    unset($first, $rows[2]['tags'][0]);
}

$i = 10;
while (true) {
    if (--$i < 3) break;
    do {
        $i -= $i % 3 ?: 1;
    } while ($i > 8 and isset($rows[$i]));
}

foreach (numbers(1, 9) as $key => $number):
    $squares["k$key"] = $number ** 2;
endforeach;

$text = <<<EOT
Total: {$total}
First: {$rows[0]['name']} and $key
EOT;
$raw = <<<'RAW'
No $variables here.
RAW;
$method = 'format';
$object = new stdClass;
$object->{'odd name'} = @file('missing') ?: [];
$copy = clone $object;
list($a, list(, $b)) = [1, [2, 3]];
$bits = ~$a & 0b11 | $b << 2 ^ 1_000;
?>
<h1><?= htmlspecialchars(TITLE) ?></h1>
<ul>
<?php foreach ($rows as $row): ?>
  <li class="<?= $row['grade'] ?? 'none' ?>"><?php echo $row['name']; ?></li>
<?php endforeach; ?>
</ul>
<?php if ($total > 0): ?>
<p>Total <?= $total ?></p>
<?php else: ?>
<p>Nothing</p>
<?php endif ?>
