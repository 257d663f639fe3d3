/**
 * The same graph by SQL alone, as one would write it: nodes by INSERT … SELECT, edges by joining nodes on their keys. It
 * starts as the derivation of `@pinakes/graph` does, from emptied tables without the index over destinations, and ends
 * with that index made.
 */
export const SQL_DERIVATION = [
  'DROP INDEX edges_dst',
  'DELETE FROM edges',
  'DELETE FROM nodes',
  'CREATE TEMP TABLE places (chunk INTEGER PRIMARY KEY, doc TEXT, ordinal INTEGER, path TEXT, node INTEGER)',
  `INSERT INTO nodes (kind, key)
   SELECT 'doc', id FROM documents WHERE state = 'active' ORDER BY id`,
  `INSERT INTO nodes (kind, key)
   SELECT 'chunk', c.doc_id || ':' || c.ordinal FROM chunks c JOIN documents d ON d.id = c.doc_id
   WHERE d.state = 'active' ORDER BY c.doc_id, c.ordinal`,
  `INSERT INTO places
   SELECT c.id, c.doc_id, c.ordinal, c.heading_path, n.id FROM chunks c
   JOIN nodes n ON n.kind = 'chunk' AND n.key = c.doc_id || ':' || c.ordinal`,
  'CREATE INDEX temp.places_doc ON places (doc, ordinal, node)',
  'CREATE INDEX temp.places_path ON places (doc, path, node)',
  `INSERT INTO nodes (kind, key)
   SELECT 'heading', doc || ':' || path FROM places WHERE path IS NOT NULL
   GROUP BY doc, path HAVING count(*) > 1`,
  `INSERT INTO nodes (kind, key)
   SELECT 'dir', folder FROM (
     SELECT CASE WHEN instr(path, '/') = 0 THEN '.' ELSE rtrim(rtrim(path, replace(path, '/', '')), '/') END AS folder
     FROM documents WHERE state = 'active')
   GROUP BY folder HAVING count(*) > 1`,
  `INSERT INTO nodes (kind, key)
   SELECT 'tag', t.value FROM documents d, json_each(d.metadata, '$.tags') t
   WHERE d.state = 'active' AND t.type = 'text' AND trim(t.value) <> ''
   GROUP BY t.value HAVING count(DISTINCT d.id) > 1`,
  `INSERT INTO edges (kind, src, dst)
   SELECT 'membership', d.id, p.node FROM nodes d JOIN places p ON p.doc = d.key WHERE d.kind = 'doc' ORDER BY 2, 3`,
  `INSERT INTO edges (kind, src, dst)
   SELECT 'sibling', a.node, b.node FROM places a JOIN places b ON b.doc = a.doc AND b.ordinal = a.ordinal + 1
   ORDER BY 2, 3`,
  `INSERT INTO edges (kind, src, dst)
   WITH RECURSIVE above (doc, path, ancestor, rest) AS (
     SELECT doc, path, NULL, path FROM places WHERE path IS NOT NULL GROUP BY doc, path
     UNION ALL
     SELECT doc, path,
       coalesce(ancestor || ' > ', '') || substr(rest, 1, instr(rest, ' > ') - 1), substr(rest, instr(rest, ' > ') + 3)
     FROM above WHERE instr(rest, ' > ') > 0
   )
   SELECT 'parent-child', a.node, b.node FROM above x
   JOIN places a ON a.doc = x.doc AND a.path = x.ancestor
   JOIN places b ON b.doc = x.doc AND b.path = x.path
   WHERE x.ancestor IS NOT NULL ORDER BY 2, 3`,
  `INSERT INTO edges (kind, src, dst)
   SELECT 'in-section', h.id, p.node FROM nodes h
   JOIN places p ON p.doc = substr(h.key, 1, 26) AND p.path = substr(h.key, 28)
   WHERE h.kind = 'heading' ORDER BY 2, 3`,
  `INSERT INTO edges (kind, src, dst)
   SELECT 'co-located', h.id, n.id FROM documents d
   JOIN nodes n ON n.kind = 'doc' AND n.key = d.id
   JOIN nodes h ON h.kind = 'dir' AND h.key =
     CASE WHEN instr(d.path, '/') = 0 THEN '.' ELSE rtrim(rtrim(d.path, replace(d.path, '/', '')), '/') END
   ORDER BY 2, 3`,
  `INSERT INTO edges (kind, src, dst)
   SELECT DISTINCT 'shared-tag', h.id, n.id FROM documents d, json_each(d.metadata, '$.tags') t
   JOIN nodes n ON n.kind = 'doc' AND n.key = d.id
   JOIN nodes h ON h.kind = 'tag' AND h.key = t.value
   WHERE d.state = 'active' ORDER BY 2, 3`,
  'DROP TABLE places',
] as const
