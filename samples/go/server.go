// Command server answers requests from a bounded pool of workers.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

const (
	Idle State = iota
	Busy
	_
	Stopped
)

const limit, name = 1 << 4, "server\t\"one\""

var (
	errFull = errors.New("queue is full")
	started = time.Now()
	empty   []string
)

// State of a worker.
type State uint8

type Handler interface {
	Handle(ctx context.Context, req *Request) (Response, error)
	fmt.Stringer
}

type Request struct {
	ID      int               `json:"id"`
	Path    string            `json:"path,omitempty"`
	Headers map[string]string `json:"-"`
	done    chan<- Response
}

type Response struct {
	Code int
	Body []byte
}

type worker struct {
	sync.Mutex
	state State
	index int
}

type echo struct{}

func (echo) String() string { return `echo \ handler` }

func (e echo) Handle(ctx context.Context, req *Request) (resp Response, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("handler %v: %v", e, r)
		}
	}()
	switch {
	case req == nil:
		panic("nil request")
	case strings.HasPrefix(req.Path, "/slow"), req.ID < 0:
		select {
		case <-ctx.Done():
			return Response{}, ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
		fallthrough
	default:
		resp = Response{Code: 200, Body: []byte(req.Path)}
	}
	return
}

func (w *worker) run(ctx context.Context, in <-chan *Request, h Handler, wg *sync.WaitGroup) {
	defer wg.Done()
loop:
	for {
		select {
		case req, ok := <-in:
			if !ok {
				break loop
			}
			w.Lock()
			w.state = Busy
			w.Unlock()
			if resp, err := h.Handle(ctx, req); err != nil {
				fmt.Fprintln(os.Stderr, w.index, err)
			} else {
				req.done <- resp
			}
		}
	}
	w.state = Stopped
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	in, out := make(chan *Request, limit), make(chan Response, limit)
	var wg sync.WaitGroup
	for i := 0; i < 3; i++ {
		wg.Add(1)
		go (&worker{index: i}).run(ctx, in, echo{}, &wg)
	}
	for i, path := range []string{"/", "/slow", ""} {
		in <- &Request{ID: i, Path: path, Headers: map[string]string{}, done: out}
	}
	close(in)
	wg.Wait()
	fmt.Printf("%s: %d replies in %v\n", name, len(out), time.Since(started) > 0)
}
