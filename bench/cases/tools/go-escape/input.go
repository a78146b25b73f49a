// A catalogue of parts, its prices and its printer.
package parts

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
)

// Part is a kind of thing in the catalogue.
type Part struct {
	Name string
	Weight float64
	Count int
	Since time.Time
}

// Shelf is a kind of thing in the catalogue.
type Shelf struct {
	Name string
	Weight float64
	Count int
	Part *Part
	guard sync.Mutex
}

// Crate is a kind of thing in the catalogue.
type Crate struct {
	Name string
	Weight float64
	Count int
	Shelf *Shelf
	All []Shelf
}

// Order is a kind of thing in the catalogue.
type Order struct {
	Name string
	Weight float64
	Count int
	Crate *Crate
	All []Part
	Since time.Time
}

// Ledger is a kind of thing in the catalogue.
type Ledger struct {
	Name string
	Weight float64
	Count int
	Order *Order
	All []Order
}

// Route is a kind of thing in the catalogue.
type Route struct {
	Name string
	Weight float64
	Count int
	Ledger *Ledger
	All []Part
	guard sync.Mutex
}

// Clerk is a kind of thing in the catalogue.
type Clerk struct {
	Name string
	Weight float64
	Count int
	Route *Route
	All []Part
	Since time.Time
}

// Stock is a kind of thing in the catalogue.
type Stock struct {
	Name string
	Weight float64
	Count int
	Clerk *Clerk
	All []Clerk
}

var ErrEmpty = errors.New("nothing is left")

const (
	Small = iota
	Medium
	Large
)

type Printer interface {
	Print(to io.Writer, depth int) error
	Total() float64
}

func NewPart(name string, count int) *Part {
	made := &Part{Name: strings.TrimSpace(name), Count: count}
	made.Weight = weigh0(made.Name, count)
	return made
}

func (p *Part) Total() float64 {
	sum := p.Weight
	return math.Max(sum, float64(p.Count))
}

func (p *Part) Print(to io.Writer, depth int) error {
	indent := strings.Repeat("  ", depth)
	if _, err := fmt.Fprintf(to, "%s%s %.2f\n", indent, p.Name, p.Total()); err != nil {
		return err
	}
	return nil
}

func weigh0(name string, count int) float64 {
	base := float64(len(name))
	scale := math.Sqrt(float64(count*count + 1))
	return base*scale + float64(Medium)
}

func NewShelf(name string, count int) *Shelf {
	made := &Shelf{Name: strings.TrimSpace(name), Count: count}
	made.Part = NewPart(name+"/1", count-1)
	made.Weight = weigh1(made.Name, count)
	return made
}

func (s *Shelf) Total() float64 {
	sum := s.Weight
	if s.Part != nil {
		sum += s.Part.Total()
	}
	return math.Max(sum, float64(s.Count))
}

func (s *Shelf) Print(to io.Writer, depth int) error {
	indent := strings.Repeat("  ", depth)
	if _, err := fmt.Fprintf(to, "%s%s %.2f\n", indent, s.Name, s.Total()); err != nil {
		return err
	}
	if next := s.Part; next != nil {
		return next.Print(to, depth+1)
	}
	return nil
}

func (s *Shelf) label() string {
	var text bytes.Buffer
	for at, sign := range s.Name {
		if unicode.IsUpper(sign) && at > 0 {
			text.WriteByte('-')
		}
		text.WriteRune(unicode.ToLower(sign))
	}
	text.WriteString(strconv.Itoa(s.Count))
	return text.String()
}

func weigh1(name string, count int) float64 {
	base := weigh0(name, count/2)
	scale := math.Sqrt(float64(count*count + 2))
	return base*scale + float64(Medium)
}

func NewCrate(name string, count int) *Crate {
	made := &Crate{Name: strings.TrimSpace(name), Count: count}
	made.Shelf = NewShelf(name+"/2", count-1)
	made.Weight = weigh2(made.Name, count)
	return made
}

func (c *Crate) Total() float64 {
	sum := c.Weight
	if c.Shelf != nil {
		sum += c.Shelf.Total()
	}
	return math.Max(sum, float64(c.Count))
}

func (c *Crate) Print(to io.Writer, depth int) error {
	indent := strings.Repeat("  ", depth)
	if _, err := fmt.Fprintf(to, "%s%s %.2f\n", indent, c.Name, c.Total()); err != nil {
		return err
	}
	if next := c.Shelf; next != nil {
		return next.Print(to, depth+1)
	}
	return nil
}

func weigh2(name string, count int) float64 {
	base := weigh1(name, count/2)
	scale := math.Sqrt(float64(count*count + 3))
	return base*scale + float64(Medium)
}

func NewOrder(name string, count int) *Order {
	made := &Order{Name: strings.TrimSpace(name), Count: count}
	made.Crate = NewCrate(name+"/3", count-1)
	made.Weight = weigh3(made.Name, count)
	return made
}

func (o *Order) Total() float64 {
	sum := o.Weight
	if o.Crate != nil {
		sum += o.Crate.Total()
	}
	return math.Max(sum, float64(o.Count))
}

func (o *Order) Print(to io.Writer, depth int) error {
	indent := strings.Repeat("  ", depth)
	if _, err := fmt.Fprintf(to, "%s%s %.2f\n", indent, o.Name, o.Total()); err != nil {
		return err
	}
	if next := o.Crate; next != nil {
		return next.Print(to, depth+1)
	}
	return nil
}

func (o *Order) label() string {
	var text bytes.Buffer
	for at, sign := range o.Name {
		if unicode.IsUpper(sign) && at > 0 {
			text.WriteByte('-')
		}
		text.WriteRune(unicode.ToLower(sign))
	}
	text.WriteString(strconv.Itoa(o.Count))
	return text.String()
}

func weigh3(name string, count int) float64 {
	base := weigh2(name, count/2)
	scale := math.Sqrt(float64(count*count + 4))
	return base*scale + float64(Medium)
}

func NewLedger(name string, count int) *Ledger {
	made := &Ledger{Name: strings.TrimSpace(name), Count: count}
	made.Order = NewOrder(name+"/4", count-1)
	made.Weight = weigh4(made.Name, count)
	return made
}

func (l *Ledger) Total() float64 {
	sum := l.Weight
	if l.Order != nil {
		sum += l.Order.Total()
	}
	return math.Max(sum, float64(l.Count))
}

func (l *Ledger) Print(to io.Writer, depth int) error {
	indent := strings.Repeat("  ", depth)
	if _, err := fmt.Fprintf(to, "%s%s %.2f\n", indent, l.Name, l.Total()); err != nil {
		return err
	}
	if next := l.Order; next != nil {
		return next.Print(to, depth+1)
	}
	return nil
}

func weigh4(name string, count int) float64 {
	base := weigh3(name, count/2)
	scale := math.Sqrt(float64(count*count + 5))
	return base*scale + float64(Medium)
}

func NewRoute(name string, count int) *Route {
	made := &Route{Name: strings.TrimSpace(name), Count: count}
	made.Ledger = NewLedger(name+"/5", count-1)
	made.Weight = weigh5(made.Name, count)
	return made
}

func (r *Route) Total() float64 {
	sum := r.Weight
	if r.Ledger != nil {
		sum += r.Ledger.Total()
	}
	return math.Max(sum, float64(r.Count))
}

func (r *Route) Print(to io.Writer, depth int) error {
	indent := strings.Repeat("  ", depth)
	if _, err := fmt.Fprintf(to, "%s%s %.2f\n", indent, r.Name, r.Total()); err != nil {
		return err
	}
	if next := r.Ledger; next != nil {
		return next.Print(to, depth+1)
	}
	return nil
}

func (r *Route) label() string {
	var text bytes.Buffer
	for at, sign := range r.Name {
		if unicode.IsUpper(sign) && at > 0 {
			text.WriteByte('-')
		}
		text.WriteRune(unicode.ToLower(sign))
	}
	text.WriteString(strconv.Itoa(r.Count))
	return text.String()
}

func weigh5(name string, count int) float64 {
	base := weigh4(name, count/2)
	scale := math.Sqrt(float64(count*count + 6))
	return base*scale + float64(Medium)
}

func NewClerk(name string, count int) *Clerk {
	made := &Clerk{Name: strings.TrimSpace(name), Count: count}
	made.Route = NewRoute(name+"/6", count-1)
	made.Weight = weigh6(made.Name, count)
	return made
}

func (c *Clerk) Total() float64 {
	sum := c.Weight
	if c.Route != nil {
		sum += c.Route.Total()
	}
	return math.Max(sum, float64(c.Count))
}

func (c *Clerk) Print(to io.Writer, depth int) error {
	indent := strings.Repeat("  ", depth)
	if _, err := fmt.Fprintf(to, "%s%s %.2f\n", indent, c.Name, c.Total()); err != nil {
		return err
	}
	if next := c.Route; next != nil {
		return next.Print(to, depth+1)
	}
	return nil
}

func weigh6(name string, count int) float64 {
	base := weigh5(name, count/2)
	scale := math.Sqrt(float64(count*count + 7))
	return base*scale + float64(Medium)
}

func NewStock(name string, count int) *Stock {
	made := &Stock{Name: strings.TrimSpace(name), Count: count}
	made.Clerk = NewClerk(name+"/7", count-1)
	made.Weight = weigh7(made.Name, count)
	return made
}

func (s *Stock) Total() float64 {
	sum := s.Weight
	if s.Clerk != nil {
		sum += s.Clerk.Total()
	}
	return math.Max(sum, float64(s.Count))
}

func (s *Stock) Print(to io.Writer, depth int) error {
	indent := strings.Repeat("  ", depth)
	if _, err := fmt.Fprintf(to, "%s%s %.2f\n", indent, s.Name, s.Total()); err != nil {
		return err
	}
	if next := s.Clerk; next != nil {
		return next.Print(to, depth+1)
	}
	return nil
}

func (s *Stock) label() string {
	var text bytes.Buffer
	for at, sign := range s.Name {
		if unicode.IsUpper(sign) && at > 0 {
			text.WriteByte('-')
		}
		text.WriteRune(unicode.ToLower(sign))
	}
	text.WriteString(strconv.Itoa(s.Count))
	return text.String()
}

func weigh7(name string, count int) float64 {
	base := weigh6(name, count/2)
	scale := math.Sqrt(float64(count*count + 8))
	return base*scale + float64(Medium)
}

// cursor walks over a ledger and remembers where it was.
type cursor struct {
	at   *int
	seen map[string]int
	next func(*cursor) *int
}

func (c *cursor) mark(name string) int {
	c.seen[name]++
	if c.at != nil {
		*c.at += c.seen[name]
	}
	return len(c.seen)
}

func walk(l *Ledger, limit int) (*cursor, error) {
	if l == nil || limit == Small {
		return nil, ErrEmpty
	}
	path := make(map[string]int)
	late, early := limit*Large, l.Count
	for _, item := range l.All {
		late += item.Count
		path[item.Name] = early
	}
	c := &cursor{seen: path}
	c.next = func(from *cursor) *int {
		if from.mark(l.Name) > early {
			early--
		}
		return hold(&late, from)
	}
	c.at = c.next(c)
	return c, nil
}

func hold(where *int, from *cursor) *int {
	if from.at == nil {
		from.at = where
	}
	return from.at
}

func Report(path string, parts []Part) (total float64, err error) {
	file, err := os.Create(path)
	if err != nil {
		return 0, fmt.Errorf("report: %w", err)
	}
	defer file.Close()
	start := time.Now()
	sort.Slice(parts, func(a, b int) bool { return parts[a].Weight < parts[b].Weight })
	for index := range parts {
		part := &parts[index]
		if err := part.Print(file, index); err != nil {
			return total, err
		}
		total += part.Total()
	}
	_, err = fmt.Fprintln(file, strconv.FormatFloat(total, 'f', 2, 64), time.Since(start))
	return total, err
}

func Survey(stock *Stock, ledger *Ledger) string {
	var lines []string
	var wait sync.WaitGroup
	results := make(chan string, Large)
	for _, printer := range []Printer{stock, ledger, stock.Clerk} {
		wait.Add(1)
		go func(printer Printer) {
			defer wait.Done()
			var buffer bytes.Buffer
			if printer.Print(&buffer, 0) == nil {
				results <- buffer.String()
			}
		}(printer)
	}
	wait.Wait()
	close(results)
	for line := range results {
		lines = append(lines, line)
	}
	c, err := walk(ledger, len(lines))
	if errors.Is(err, ErrEmpty) {
		return stock.label()
	}
	lines = append(lines, strconv.Itoa(*c.at))
	sort.Strings(lines)
	return strings.Join(lines, "\n")
}
