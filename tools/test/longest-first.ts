import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Approximate duration in seconds of each test file that takes more than ten. */
const SECONDS: Readonly<Record<string, number>> = {
  'flow/recordings.long.test.ts': 200,
  'src/time.long.test.ts': 112,
  'fault/faults.integration.test.ts': 94,
  'flow/recordings.integration.test.ts': 91,
  'src/main.integration.test.ts': 91,
  'contract-tests/fuzz.long.test.ts': 67,
  'shifts/edit-workers.long.test.ts': 57,
  'contract-tests/canary.integration.test.ts': 52,
  'reference-tests/calendar.long.test.ts': 52,
  'reference-tests/device-stories.long.test.ts': 50,
  'new/module.integration.test.ts': 49,
  'reference-tests/recorded-shifts.long.test.ts': 38,
  'fault/faults.long.test.ts': 37,
  'reference-tests/one-value.long.test.ts': 34,
  'shifts/edit-workers.integration.test.ts': 32,
  'contract-tests/matrix.integration.test.ts': 31,
  'contract-tests/fuzz.integration.test.ts': 31,
  'embedded/embedded.integration.test.ts': 26,
  'flow/two-servers.integration.test.ts': 26,
  'backup/damage.long.test.ts': 25,
  'demo/life.integration.test.ts': 24,
  'flow/rollup.long.test.ts': 21,
  'flow/rollup.integration.test.ts': 21,
  'identity/guessing.integration.test.ts': 21,
  'contract-tests/together.integration.test.ts': 21,
  'reference-tests/lost-minutes.long.test.ts': 20,
  'cli/backup.integration.test.ts': 18,
  'jobs/jobs.integration.test.ts': 18,
  'sockets/frames.long.test.ts': 18,
  'flow/player.integration.test.ts': 16,
  'demo/fill.integration.test.ts': 16,
  'live/live.integration.test.ts': 16,
  'flow/clock-reset.integration.test.ts': 15,
  'maintain/maintain.integration.test.ts': 15,
  'reference-tests/figure-stories.long.test.ts': 15,
  'backup/damage.integration.test.ts': 15,
  'status/against-reference.long.test.ts': 14,
  'flow/any-order.integration.test.ts': 14,
  'reference-tests/shift-stories.long.test.ts': 14,
  'reference-tests/calendar.integration.test.ts': 13,
  'contract-tests/together.long.test.ts': 13,
  'mqtt/hostile.long.test.ts': 13,
  'contract-tests/slots.integration.test.ts': 13,
  'db/storage.integration.test.ts': 13,
  'live/transitions.integration.test.ts': 12,
}

/** Ends of the paths of the files that are known to take long. */
export const longFiles: readonly string[] = Object.keys(SECONDS)

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
