-- Schema and data for a small shop.
CREATE TABLE customers (
    id          INTEGER PRIMARY KEY,
    email       VARCHAR(120) NOT NULL UNIQUE,
    full_name   VARCHAR(80) NOT NULL,
    joined      TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    balance     DECIMAL(12, 2) DEFAULT 0.00,
    active      BOOLEAN NOT NULL DEFAULT TRUE
);

CREATE TABLE IF NOT EXISTS products (
    sku    CHAR(8) NOT NULL,
    title  TEXT NOT NULL,
    price  NUMERIC(10, 2) CHECK (price >= 0),
    stock  SMALLINT DEFAULT 0,
    CONSTRAINT products_pk PRIMARY KEY (sku)
);

CREATE TABLE orders (
    id           BIGINT NOT NULL,
    customer_id  INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    placed_at    TIMESTAMP NOT NULL,
    status       VARCHAR(16) DEFAULT 'new',
    PRIMARY KEY (id)
);

CREATE TABLE order_lines (
    order_id  BIGINT NOT NULL,
    sku       CHAR(8) NOT NULL,
    quantity  INTEGER NOT NULL,
    PRIMARY KEY (order_id, sku),
    FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE CASCADE,
    CONSTRAINT line_quantity CHECK (quantity >= 0)
);

CREATE UNIQUE INDEX idx_orders_customer ON orders (customer_id, placed_at DESC);
CREATE INDEX idx_lines_sku ON order_lines (sku);

/* Seed rows: three customers,
   four products. */
INSERT INTO customers (id, email, full_name, balance)
VALUES
    (1, 'ada@example.com', 'Ada Byron', 120.50),
    (2, 'linus@example.com', 'Linus O''Hara', -4.25),
    (3, 'mary@example.com', 'Mary Shaw', NULL);

INSERT INTO products (sku, title, price, stock) VALUES ('AA-00001', 'Lamp', 19.99, 12);
INSERT INTO products VALUES ('AA-00002', 'Desk', 249.00, 3);
INSERT INTO products VALUES ('AA-00003', 'Chair', 89.50, 40), ('AA-00004', 'Rug', 59.00, 0);

INSERT INTO orders (id, customer_id, placed_at, status)
SELECT c.id * 100, c.id, CURRENT_TIMESTAMP, 'new'
FROM customers AS c
WHERE c.active = TRUE AND c.balance IS NOT NULL;

UPDATE products
SET price = price * 1.05,
    stock = stock - 1
WHERE stock > 0 AND title NOT LIKE 'R%';

UPDATE orders
SET status = CASE
        WHEN placed_at < '2024-01-01' THEN 'archived'
        WHEN customer_id IN (SELECT id FROM customers WHERE balance < 0) THEN 'held'
        ELSE status
    END
WHERE status <> 'done';

DELETE FROM order_lines
WHERE quantity = 0 OR NOT EXISTS (SELECT 1 FROM orders AS o WHERE o.id = order_lines.order_id);

CREATE VIEW order_totals AS
SELECT
    o.id AS order_id,
    c.full_name,
    COUNT(*) AS line_count,
    COALESCE(SUM(l.quantity * p.price), 0) AS total
FROM orders AS o
INNER JOIN customers AS c ON c.id = o.customer_id
LEFT JOIN order_lines AS l ON l.order_id = o.id
LEFT OUTER JOIN products AS p ON p.sku = l.sku
GROUP BY o.id, c.full_name
HAVING SUM(l.quantity) > 0
ORDER BY total DESC, o.id ASC;

ALTER TABLE customers ADD COLUMN phone VARCHAR(24);
ALTER TABLE products RENAME COLUMN title TO name;
DROP INDEX idx_lines_sku;
