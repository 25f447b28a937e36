import { DAY_MS } from '@millwatch/domain/time'
import type { Lock } from './check.ts'

/** Age in days that a version must have before it is accepted. Registries usually remove a malicious version within days. */
export const COOL_DOWN_DAYS = 14

/** Returns the releases (`name@version`) in the new lock file that are not in the old lock file, each once. */
export function newIn(before: Lock, after: Lock): string[] {
  const earlier = new Set(Object.entries(before).map(versionOf))
  return [
    ...new Set(
      Object.entries(after)
        .filter(([path]) => path.includes('node_modules/'))
        .map(versionOf),
    ),
  ].filter((version) => !earlier.has(version))
}

const versionOf = ([path, { version }]: [string, { readonly version?: string }]): string =>
  `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version ?? ''}`

/**
 * Returns a sentence for each release that is younger than the cool-down and not waived; a release of unknown age is accepted.
 * `published` and `now` are epoch ms.
 */
export function tooYoung(
  published: ReadonlyMap<string, number | undefined>,
  now: number,
  waivers: Readonly<Record<string, string>>,
): string[] {
  return [...published].flatMap(([name, at]) => {
    if (at === undefined || waivers[name] !== undefined || now - at >= COOL_DOWN_DAYS * DAY_MS) return []
    const days = Math.floor((now - at) / DAY_MS)
    return [`${name} is ${days} days old: wait until it is ${COOL_DOWN_DAYS}, or name it in tools/lock/waivers.ts.`]
  })
}
