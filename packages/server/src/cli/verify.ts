import type { Database } from '../platform/db/index.ts'
import { describeFinding, type Finding, verify } from '../verify/index.ts'
import { counted } from './counted.ts'
import { rebuild } from './rebuild.ts'
import { type Surroundings, withDatabase } from './with-database.ts'

const MOST_SHOWN = 200
/** Numbers of the invariants of data that can be computed again from events. */
const DERIVED: readonly string[] = ['I3', 'I4', 'I5', 'I6', 'I8']

/**
 * Runs `millwatch verify` and prints up to 200 findings; returns true if all invariants hold. With `repair`, if there are
 * findings about derived data (I3 to I6, I8) of machines, that of these machines is computed again, all invariants are checked
 * once more, and the result is that of the second check.
 */
export function verifyAll(
  surroundings: Surroundings,
  { repair, print }: { repair: boolean; print: (line: string) => void },
): Promise<boolean> {
  return withDatabase(surroundings, async (database) => {
    const findings = await look(surroundings, database, print)
    const machines = new Set(findings.flatMap(derivedOf))
    if (!repair || machines.size === 0) return findings.length === 0
    print(`Computing the derived data of ${counted(machines.size, 'machine')} again`)
    await rebuild({ ...surroundings, database }, { from: 0, to: surroundings.clock.now() }, machines)
    return (await look(surroundings, database, print)).length === 0
  })
}

/**
 * Checks the invariants of all companies, prints up to 200 findings and their number, and returns all findings. Changes nothing.
 */
export async function look(
  { clock, progress }: Pick<Surroundings, 'clock' | 'progress'>,
  database: Database,
  print: (line: string) => void,
): Promise<Finding[]> {
  const findings = await verify({ database, clock, progress })
  for (const finding of findings.slice(0, MOST_SHOWN)) print(describeFinding(finding))
  if (findings.length > MOST_SHOWN) print(`... and ${findings.length - MOST_SHOWN} more`)
  print(findings.length === 0 ? 'Everything holds.' : `${counted(findings.length, 'finding')}.`)
  return findings
}

const derivedOf = ({ invariant, equipmentId }: Finding): number[] =>
  DERIVED.includes(invariant) && equipmentId !== undefined ? [equipmentId] : []
