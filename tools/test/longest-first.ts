import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Approximate duration in seconds of each test file that takes more than ten. */
const SECONDS: Readonly<Record<string, number>> = {
  'src/main.integration.test.ts': 90,
  'fault/faults.integration.test.ts': 80,
  'flow/recordings.integration.test.ts': 45,
  'flow/rollup.integration.test.ts': 40,
  'live/transitions.integration.test.ts': 34,
  'shifts/edit-workers.integration.test.ts': 33,
  'embedded/embedded.integration.test.ts': 30,
  'reference-tests/calendar.integration.test.ts': 26,
  'demo/fill.integration.test.ts': 26,
  'contract-tests/matrix.integration.test.ts': 25,
  'live/live.integration.test.ts': 23,
  'contract-tests/slots.integration.test.ts': 22,
  'contract-tests/together.integration.test.ts': 22,
  'contract-tests/fuzz.integration.test.ts': 20,
  'contract-tests/mass-assignment.integration.test.ts': 20,
  'jobs/jobs.integration.test.ts': 20,
  'demo/life.integration.test.ts': 17,
  'contract-tests/canary.integration.test.ts': 16,
  'sockets/frames.integration.test.ts': 16,
}

/** Returns the approximate duration of a test file in seconds; 0 for short ones. */
export const secondsOf = (path: string): number =>
  Object.entries(SECONDS).find(([end]) => path.endsWith(`/${end}`))?.[1] ?? 0

const placeOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder

/** Starts long files first, so that none runs alone at the end; the others stay in Vitest's order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => placeOf(a) - placeOf(b) || secondsOf(b.moduleId) - secondsOf(a.moduleId))
  }
}
