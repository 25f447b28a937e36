import { describeFinding, type Finding, verify } from '../verify/index.ts'
import { type Surroundings, withDatabase } from './with-database.ts'

const MOST_SHOWN = 200

/** `millwatch verify`: the answer is whether everything holds; what does not is said line by line. */
export async function verifyAll(surroundings: Surroundings, print: (line: string) => void): Promise<boolean> {
  const { clock, say } = surroundings
  const findings: Finding[] = await withDatabase(surroundings, (database) => verify({ database, clock, say }))
  for (const finding of findings.slice(0, MOST_SHOWN)) print(describeFinding(finding))
  if (findings.length > MOST_SHOWN) print(`... and ${findings.length - MOST_SHOWN} more`)
  print(findings.length === 0 ? 'Everything holds.' : `${findings.length} findings.`)
  return findings.length === 0
}
