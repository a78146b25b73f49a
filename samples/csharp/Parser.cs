#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace Calc;

internal static class Extensions
{
    public static bool IsBlank(this string? text) => string.IsNullOrWhiteSpace(text);

    public static TOut Pipe<TIn, TOut>(this TIn input, Func<TIn, TOut> step)
        where TIn : notnull
        where TOut : new()
    {
        return step(input) ?? new TOut();
    }
}

public sealed class Parser<TNumber> where TNumber : struct, IComparable<TNumber>
{
    private const string Operators = "+-*/";
    private readonly string source;
    private int position = 0;
    internal static readonly char[] Blanks = { ' ', '\t', '\u00a0' };

    public Parser(string source) => this.source = source;

    private char Current => position < source.Length ? source[position] : '\0';

    public bool TryParse(out double result, ref int errors)
    {
        result = default;
        try
        {
            checked { result = Sum(); }
            if (position != source.Length) goto failed;
            return true;
        }
        catch (FormatException)
        {
            errors++;
        }
        catch (Exception e) when (e is DivideByZeroException || e is OverflowException)
        {
            errors += 2;
            throw;
        }
    failed:
        return false;
    }

    private double Sum()
    {
        double left = Product();
        while (Current is '+' or '-')
        {
            char op = source[position++];
            double right = Product();
            left = op == '+' ? left + right : left - right;
        }
        return left;
    }

    private double Product()
    {
        var value = Atom();
        for (; ; )
        {
            switch (Current)
            {
                case '*':
                    position++;
                    value *= Atom();
                    break;
                case '/' when position > 0:
                {
                    ++position;
                    value /= Atom();
                    continue;
                }
                default:
                    return value;
            }
        }
    }

    private double Atom()
    {
        int start = position;
        do { position++; } while (char.IsDigit(Current) || Current == '.');
        string text = source[start..position];
        lock (Blanks)
        {
            return double.Parse(text.Trim(Blanks));
        }
    }
}

public static class Program
{
    public static int Main(string[] args)
    {
        int errors = 0, hex = 0xFF, mask = 0b1010_0101;
        using var reader = new StringReader("1+2*3\n\n4/2");
        var results = new List<double>();
        while (reader.ReadLine() is { } line)
        {
            if (line.IsBlank()) continue;
            if (new Parser<int>(line).TryParse(out var value, ref errors)) results.Add(value);
        }
        var query = from r in results where r > 0 orderby r descending select new { Value = r, Text = $"{r:F2}" };
        Func<int, Func<int, int>> add = a => b => { return a + b; };
        int[,] grid = { { 1, 2 }, { 3, 4 } };
        object boxed = (object)grid[1, 0] ?? typeof(int);
        Console.WriteLine(string.Join(", ", query.Select(q => q.Text)) + add(hex)(mask >> 1) + boxed as string);
        return errors == 0 ? 0 : -1;
    }
}
