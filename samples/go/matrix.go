/*
Package matrix holds generic numeric helpers.
*/
package matrix

import (
	"math"
	str "strconv"
)

type Number interface {
	~int | ~int64 | float32 | float64
}

type Matrix[T Number] struct {
	rows, cols int
	data       []T
}

type Option[T Number] func(*Matrix[T])

type visitor func(row, col int) (stop bool)

type (
	point  struct{ x, y float64 }
	shape  []point
	lookup map[[2]int]*shape
)

var identity = [...][2]float64{{1, 0}, {0, 1}}
var sparse = [5]int{0: 7, 3: -7}

// New makes a matrix.
func New[T Number](rows, cols int, options ...Option[T]) *Matrix[T] {
	m := &Matrix[T]{rows: rows, cols: cols, data: make([]T, rows*cols)}
	for _, option := range options {
		option(m)
	}
	return m
}

func Fill[T Number](value T) Option[T] {
	return func(m *Matrix[T]) {
		for i := range m.data {
			m.data[i] = value
		}
	}
}

func (m *Matrix[T]) At(row, col int) *T { return &m.data[row*m.cols+col] }

func (m *Matrix[T]) Walk(visit visitor) {
outer:
	for r := 0; r < m.rows; r++ {
		for c := m.cols - 1; c >= 0; c-- {
			if r == c {
				continue outer
			}
			if visit(r, c) {
				goto end
			}
		}
	}
end:
}

func Map[T, U Number](m *Matrix[T], f func(T) U) *Matrix[U] {
	out := New[U](m.rows, m.cols)
	for i, v := range m.data {
		out.data[i] = f(v)
	}
	return out
}

func describe(value any) string {
	switch v := value.(type) {
	case nil:
		return "nil"
	case int, int64:
		return "integer"
	case float64:
		if math.IsNaN(v) || v != v {
			return "nan"
		} else if n := int(v); float64(n) == v {
			return str.Itoa(n)
		}
		return str.FormatFloat(v, 'g', -1, 64)
	case []interface{}:
		total := ""
		for len(v) > 0 {
			total += describe(v[0]) + ","
			v = v[1:]
		}
		return total
	case func() string:
		return v()
	}
	if s, ok := value.(string); ok {
		return s[:len(s)/2] + string([]byte(s)[1:2:3])
	}
	return "'\\'" + string('\n') + string(rune(0x41)) + "\u00e9"
}

func bits(x uint) (n int) {
	for ; x != 0; x &^= x & -x {
		n++
	}
	x ^= 0b101 | 0o17<<2 | 0xF_F&^1
	var c complex128 = 2i * (1 - 3.5e-2i)
	if p := (&point{y: real(c)}); !(p.x > 0) && p.y <= .5 {
		return +n
	}
	return -n
}
