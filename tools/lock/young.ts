import type { Lock } from './check.ts'

/** A version that turns out to be malicious is usually taken back within days. */
export const COOL_DOWN_DAYS = 14
const dayMs = 24 * 60 * 60 * 1000

/** What stands in the lock file now and did not before: `name@version`. */
export function newIn(before: Lock, after: Lock): string[] {
  const known = new Set(Object.entries(before).map(versionOf))
  return [
    ...new Set(
      Object.entries(after)
        .filter(([path]) => path.includes('node_modules/'))
        .map(versionOf),
    ),
  ].filter((one) => !known.has(one))
}

const versionOf = ([path, { version }]: [string, { readonly version?: string }]): string =>
  `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version ?? ''}`

/** Those that are younger than the cool-down and not waived, a sentence each; one whose age nobody knows passes. */
export function tooYoung(
  published: ReadonlyMap<string, number | undefined>,
  now: number,
  waivers: Readonly<Record<string, string>>,
): string[] {
  return [...published].flatMap(([name, at]) => {
    if (at === undefined || waivers[name] !== undefined || now - at >= COOL_DOWN_DAYS * dayMs) return []
    const days = Math.floor((now - at) / dayMs)
    return [`${name} is ${days} days old: wait until it is ${COOL_DOWN_DAYS}, or name it in tools/lock/waivers.ts.`]
  })
}
