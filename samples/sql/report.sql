-- Reporting queries over sensor readings.
CREATE TABLE sites (
    site_id  INTEGER PRIMARY KEY,
    parent   INTEGER,
    name     VARCHAR(64) NOT NULL,
    region   VARCHAR(16) NOT NULL
);

CREATE TABLE readings (
    site_id   INTEGER NOT NULL,
    taken_at  TIMESTAMP NOT NULL,
    celsius   DOUBLE PRECISION,
    quality   REAL,
    UNIQUE (site_id, taken_at)
);

BEGIN;
INSERT INTO sites (site_id, parent, name, region) VALUES (1, NULL, 'Root', 'north');
INSERT INTO sites (site_id, parent, name, region) VALUES (2, 1, 'Hill', 'north');
COMMIT;

WITH RECURSIVE tree (site_id, name, depth) AS (
    SELECT site_id, name, 0
    FROM sites
    WHERE parent IS NULL
    UNION ALL
    SELECT s.site_id, s.name, t.depth + 1
    FROM sites AS s
    INNER JOIN tree AS t ON s.parent = t.site_id
)
SELECT site_id, name, depth
FROM tree
WHERE depth BETWEEN 1 AND 4
ORDER BY depth, name;

WITH daily AS (
    SELECT
        site_id,
        CAST(taken_at AS DATE) AS day,
        AVG(celsius) AS mean_c,
        MIN(celsius) AS low_c,
        MAX(celsius) AS high_c
    FROM readings
    WHERE quality >= 0.8
    GROUP BY site_id, CAST(taken_at AS DATE)
),
ranked AS (
    SELECT
        d.*,
        ROW_NUMBER() OVER (PARTITION BY d.site_id ORDER BY d.mean_c DESC) AS rn,
        LAG(d.mean_c, 1) OVER (PARTITION BY d.site_id ORDER BY d.day) AS prev_c,
        AVG(d.mean_c) OVER (
            PARTITION BY d.site_id
            ORDER BY d.day
            ROWS BETWEEN 6 PRECEDING AND CURRENT ROW
        ) AS week_c
    FROM daily AS d
)
SELECT
    s.name,
    r.day,
    r.mean_c - r.prev_c AS change,
    CASE s.region
        WHEN 'north' THEN 'N'
        WHEN 'south' THEN 'S'
        ELSE '?'
    END AS mark,
    (r.high_c - r.low_c) / 2.0 AS spread
FROM ranked AS r
JOIN sites AS s USING (site_id)
CROSS JOIN (SELECT COUNT(*) AS n FROM readings) AS counts
WHERE r.rn <= 3 AND counts.n > 100
ORDER BY s.name, r.rn
LIMIT 50 OFFSET 10;

SELECT DISTINCT region
FROM sites
WHERE site_id NOT IN (SELECT site_id FROM readings WHERE celsius > -40)
UNION
SELECT 'none'
EXCEPT
SELECT region
FROM sites
WHERE name = 'Root';

SELECT
    s.region || ':' || s.name AS label,
    (SELECT MAX(r.celsius) FROM readings AS r WHERE r.site_id = s.site_id) AS hottest
FROM sites AS s
FULL OUTER JOIN readings AS q ON q.site_id = s.site_id AND q.quality IS NOT NULL
WHERE s.name LIKE 'H%' OR (s.region = 'south' AND NOT s.parent = 1);

SELECT
    v.region,
    COUNT(DISTINCT s.site_id) AS site_count,
    COUNT(*) FILTER (WHERE r.celsius < 1.5e1) AS cold,
    RANK() OVER w AS place
FROM (SELECT DISTINCT region FROM sites) AS v
LEFT JOIN sites AS s ON s.region = v.region
LEFT JOIN readings AS r ON r.site_id = s.site_id
GROUP BY v.region
WINDOW w AS (ORDER BY v.region);

CREATE VIEW latest AS
SELECT site_id, MAX(taken_at) AS taken_at
FROM readings
GROUP BY site_id;

DROP VIEW latest;
DROP TABLE IF EXISTS readings;
