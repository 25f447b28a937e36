interface Report {
  readonly vulnerabilities: Readonly<Record<string, Vulnerability>>
}
interface Vulnerability {
  readonly severity: string
  readonly range: string
  readonly via: readonly (string | { readonly title: string; readonly url: string })[]
}

/**
 * Returns a line for each affected package in the output of `npm audit --json`, empty if there is none; undefined if the output
 * contains no report.
 */
export function advisoriesIn(output: string): string[] | undefined {
  const report = parse(output)
  if (!report) return undefined
  return Object.entries(report.vulnerabilities).map(([name, { severity, range, via }]) => {
    const causes = via.map((cause) =>
      typeof cause === 'string' ? `through ${cause}` : `${cause.title} (${cause.url})`,
    )
    return `${severity}: ${name} ${range}: ${causes.join('; ')}`
  })
}

/**
 * Returns the report in the output, from the first line that begins with `{` to the last `}`, since npm prints warnings before
 * it. Undefined if that is no report.
 */
function parse(output: string): Report | undefined {
  const start = output.search(/^\{/m)
  if (start < 0) return undefined
  try {
    const value: unknown = JSON.parse(output.slice(start, output.lastIndexOf('}') + 1))
    return isReport(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isReport = (value: unknown): value is Report =>
  typeof value === 'object' &&
  value !== null &&
  'vulnerabilities' in value &&
  typeof value.vulnerabilities === 'object' &&
  value.vulnerabilities !== null
