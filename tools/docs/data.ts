/**
 * Compares the tables that `migrations` leave behind with those that the document names as `` `table` `` in the rows of its table
 * of kinds of data. Returns a sentence for each table in no row, each that no migration makes, and each further mention of a
 * table.
 */
export function dataFindings(document: string, migrations: string): string[] {
  const made = new Set(namesIn(migrations, /^create table (?:if not exists )?([a-z_]+)/gim))
  for (const dropped of namesIn(migrations, /^drop table (?:if exists )?([a-z_]+)/gim)) made.delete(dropped)
  const rows = document.split('\n').filter((line) => /^\| [^|]+ \| `/.test(line) && line.split('|').length === 6)
  const named = rows.flatMap((row) => namesIn(row.split('|')[2] ?? '', /`([a-z_]+)`/g))
  return [
    ...[...made].filter((table) => !named.includes(table)).map((table) => `The table ${table} is in no row.`),
    ...named.filter((table) => !made.has(table)).map((table) => `There is no table ${table}.`),
    ...named.filter((table, place) => named.indexOf(table) !== place).map((table) => `${table} is there twice.`),
  ]
}

const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name)
