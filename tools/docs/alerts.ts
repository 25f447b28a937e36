const ALERT = /^\s*- alert: (\w+)$/gm
const EXPR = /^\s*expr: (.*)$/gm
const ROW = /^\| `(Millwatch\w+)` \|(.*)\|(.*)\|$/gm
const METRIC = /\bmillwatch_[a-z0-9_]+/g
/** Endings that a Prometheus client adds to the name of a metric. */
const ADDED = /_(count|sum|bucket)$/

/**
 * Returns the differences between the alerts and the documentation, one sentence each: an alert without its row of measures, a
 * row without its alert or with an empty cell, and a metric that no source registers. `sources` is the text of the sources of the
 * server.
 */
export function alertFindings(alerts: string, documentation: string, sources: string): string[] {
  const names = [...alerts.matchAll(ALERT)].map(([, name = '']) => name)
  const rows = new Map([...documentation.matchAll(ROW)].map(([, name = '', ...cells]) => [name, cells]))
  const metrics = new Set([...alerts.matchAll(EXPR)].flatMap(([, expr = '']) => expr.match(METRIC) ?? []))
  return [
    ...names.filter((name) => !rows.has(name)).map((name) => `${name} has no row of what to do when it fires`),
    ...[...rows].flatMap(([name, cells]) => [
      ...(names.includes(name) ? [] : [`${name} has a row and is no alert`]),
      ...(cells.every((cell) => cell.trim() !== '') ? [] : [`the row of ${name} has an empty cell`]),
    ]),
    ...[...metrics].filter((metric) => !isRegistered(metric, sources)).map((metric) => `${metric} is no metric`),
  ]
}

/**
 * Returns true if the sources contain the name of a metric. Metrics of Node.js (`nodejs_`) are always registered, by the library.
 */
const isRegistered = (metric: string, sources: string): boolean => {
  const name = metric.replace(/^millwatch_/, '').replace(ADDED, '')
  return name.startsWith('nodejs_') || sources.includes(`'${name}'`) || sources.includes(`'millwatch_${name}'`)
}
