import React, { useCallback, useEffect, useMemo, useState } from 'react';
import type { FC, ReactNode } from 'react';

interface CardProps<T> {
  readonly title: string;
  items: T[];
  render?: (item: T, index: number) => ReactNode;
  onSelect?(item: T): void;
  children?: ReactNode;
}

type Filter = 'all' | 'open' | 'done';
type Todo = { id: number; text: string; done: boolean; tags?: string[] };

const FILTERS: readonly Filter[] = ['all', 'open', 'done'] as const;
const initial: Todo[] = [
  { id: 1, text: 'write "tests"', done: false, tags: [] },
  { id: 2, text: 'run them', done: true },
];

function Card<T extends { id: number }>({ title, items, render, onSelect, children }: CardProps<T>) {
  if (items.length === 0) return <p className="empty">Nothing here &amp; nowhere</p>;
  return (
    <section className={`card card-${items.length}`} data-title={title}>
      <h2>{title}</h2>
      {/* the list itself */}
      <ul>
        {items.map((item, index) => (
          <li key={item.id} onClick={() => onSelect?.(item)}>
            {render ? render(item, index) : <span>{item.id}</span>}
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

const Toolbar: FC<{ value: Filter; onChange: (next: Filter) => void; disabled?: boolean }> = (props) => (
  <>
    {FILTERS.map((name) => (
      <button key={name} type="button" disabled={props.disabled || name === props.value} onClick={() => props.onChange(name)}>
        {name}
      </button>
    ))}
    <hr />
    {' '}
  </>
);

const wrap = <T,>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

export class Boundary extends React.Component<{ children: ReactNode }, { error: Error | null }> {
  state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  render(): ReactNode {
    const { error } = this.state;
    return error ? <pre style={{ color: 'red', padding: 4 }}>{error.message}</pre> : this.props.children;
  }
}

export default function Board({ user = 'guest', ...rest }: { user?: string; [key: string]: unknown }) {
  const [todos, setTodos] = useState<Todo[]>(initial);
  const [filter, setFilter] = useState<Filter>('all');
  const [text, setText] = useState('');

  const shown = useMemo(
    () => todos.filter((todo) => filter === 'all' || todo.done === (filter === 'done')),
    [todos, filter],
  );

  const add = useCallback(async () => {
    if (!text.trim()) return;
    setTodos((old) => [...old, { id: Date.now(), text, done: false }]);
    setText('');
  }, [text]);

  useEffect(() => {
    const timer = setInterval(() => setText((t) => t.slice(0, 80)), 1000);
    return () => clearInterval(timer);
  }, []);

  return (
    <Boundary>
      <main {...rest} id="board">
        <Toolbar value={filter} onChange={setFilter} disabled />
        <Card<Todo>
          title={"Tasks of " + user}
          items={shown}
          onSelect={(todo) => setTodos(todos.map((t) => (t.id === todo.id ? { ...t, done: !t.done } : t)))}
          render={(todo) => <b className={todo.done ? 'done' : undefined}>{todo.text}: {wrap(todo.tags ?? []).length}</b>}
        >
          <input value={text} onChange={(event) => setText(event.target.value)} />
          <React.Fragment key="add">
            <button onClick={add} aria-label='Add "it"'>Add</button>
          </React.Fragment>
        </Card>
        {shown.length > 5 && <small>many</small>}
      </main>
    </Boundary>
  );
}
