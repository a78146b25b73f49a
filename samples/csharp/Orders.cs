using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using static System.Math;
using Lines = System.Collections.Generic.List<Shop.Orders.Line>;

namespace Shop.Orders
{
    public delegate void Changed<in T>(object sender, T args) where T : EventArgs;

    [Flags]
    public enum State : byte { None = 0, Open = 1 << 0, Paid = 1 << 1, Both = Open | Paid, }

    public record Line(string Name, decimal Price, int Count = 1)
    {
        public decimal Total => Price * Count;
    }

    public readonly struct Point
    {
        public readonly double X, Y;
        public Point(double x, double y) { X = x; Y = y; }
        public static Point operator +(Point a, Point b) => new Point(a.X + b.X, a.Y + b.Y);
        public static implicit operator double(Point p) => Sqrt(p.X * p.X + p.Y * p.Y);
        public void Deconstruct(out double x, out double y) => (x, y) = (X, Y);
    }

    public interface IOrder<out T> : IEnumerable<T> where T : class
    {
        State State { get; }
        T this[int index] { get; }
        Task<bool> PayAsync(decimal amount);
    }

    /// <summary>An order with its lines.</summary>
    public abstract partial class Order : IDisposable
    {
        private static readonly Dictionary<string, int[]> Codes = new()
        {
            ["a"] = new[] { 1, 2, 3 },
            { "b", new int[0] },
        };
        protected readonly Lines lines = new Lines();
        private bool disposed;
        public event EventHandler<EventArgs>? Updated;

        public int Id { get; init; }
        public string Customer { get; protected set; } = "guest";
        public State State { get; private set; }
        public virtual decimal Total { get { return lines.Sum(l => l.Total); } }

        protected Order(int id, params Line[] start) : base()
        {
            Id = id;
            lines.AddRange(start);
        }

        ~Order() { Dispose(); }

        public abstract string Describe(string format = "{0}", bool full = false);

        public void Add(Line line)
        {
            if (line is null) throw new ArgumentNullException(nameof(line));
            if (line is { Count: > 0, Name: "free" or "gift" }) return;
            else if (lines.Count >= 100 && !disposed)
                throw new InvalidOperationException($"too many: {lines.Count,4:D} in \"{Id}\"");
            lines.Add(line with { Count = line.Count + 1 });
            Updated?.Invoke(this, EventArgs.Empty);
        }

        public async Task<bool> PayAsync(decimal amount)
        {
            try
            {
                await Task.Delay(10).ConfigureAwait(false);
                State |= amount >= Total ? State.Paid : State.None;
                return (State & State.Paid) != 0;
            }
            catch (TaskCanceledException e) when (e.InnerException == null)
            {
                return false;
            }
            finally
            {
                State &= ~State.Open;
            }
        }

        public static string Rank(object value) => value switch
        {
            int n when n < 0 => "negative",
            0 => "zero",
            string { Length: 0 } => @"empty ""string""",
            (int a, _) => a.ToString(),
            null => "null",
            _ => "other",
        };

        public IEnumerable<(string Name, decimal Price)> Cheap(decimal limit)
        {
            foreach (var (name, price, _) in lines)
            {
                if (price > limit) continue;
                yield return (name, price);
            }
            yield break;
        }

        public void Dispose() { disposed = true; GC.SuppressFinalize(this); }
    }
}
