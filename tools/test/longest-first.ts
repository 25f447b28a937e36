import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Approximate duration in seconds of each test file that takes more than ten, by the end of its path. */
const SECONDS: Readonly<Record<string, number>> = {
  'fault/faults.integration.test.ts': 137,
  'contract-tests/canary.integration.test.ts': 120,
  'flow/recordings.long.test.ts': 117,
  'src/main.integration.test.ts': 113,
  'flow/recordings.integration.test.ts': 91,
  'contract-tests/matrix.integration.test.ts': 67,
  'contract-tests/fuzz.long.test.ts': 66,
  'shifts/edit-workers.long.test.ts': 63,
  'contract-tests/fuzz.integration.test.ts': 58,
  'demo/alive.integration.test.ts': 58,
  'embedded/embedded.integration.test.ts': 57,
  'new/module.integration.test.ts': 52,
  'cli/restore-to.integration.test.ts': 51,
  'fault/faults.long.test.ts': 47,
  'db/storage.integration.test.ts': 41,
  'shifts/edit-workers.integration.test.ts': 37,
  'cli/backup.integration.test.ts': 37,
  'reference-tests/recorded-shifts.long.test.ts': 34,
  'flow/rollup.integration.test.ts': 32,
  'src/time.long.test.ts': 30,
  'contract-tests/lessons.integration.test.ts': 28,
  'cli/upgrade-database.integration.test.ts': 26,
  'contract-tests/slots.integration.test.ts': 25,
  'reference-tests/one-value.long.test.ts': 25,
  'flow/any-order.integration.test.ts': 24,
  'embedded/embedded-refused.integration.test.ts': 22,
  'maintain/maintain.integration.test.ts': 21,
  'flow/rollup.long.test.ts': 21,
  'identity/guessing.integration.test.ts': 20,
  'contract-tests/together.integration.test.ts': 20,
  'demo/life.integration.test.ts': 20,
  'jobs/jobs.integration.test.ts': 19,
  'flow/clock-reset.integration.test.ts': 19,
  'reference-tests/unit-reports.integration.test.ts': 19,
  'db/prepare-server.integration.test.ts': 19,
  'reference-tests/lost-minutes.long.test.ts': 18,
  'flow/two-servers.integration.test.ts': 17,
  'backup/backup.integration.test.ts': 17,
  'demo/fill.integration.test.ts': 16,
  'reference-tests/calendar.integration.test.ts': 16,
  'src/read-only.integration.test.ts': 15,
  'sockets/frames.long.test.ts': 13,
  'reference-tests/device-stories.long.test.ts': 13,
  'backup/damage.long.test.ts': 12,
}

/** Ends of the paths of the test files that are known to take more than ten seconds. */
export const longFiles: readonly string[] = Object.keys(SECONDS)

/** Returns the approximate duration of a test file in seconds; 0 for a file that is not known to take long. */
export const secondsOf = (path: string): number =>
  Object.entries(SECONDS).find(([end]) => path.endsWith(`/${end}`))?.[1] ?? 0

const placeOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder

/**
 * Sequencer of Vitest that starts long files first within each group of projects, so that none runs alone at the end. All other
 * files stay in Vitest's order.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => placeOf(a) - placeOf(b) || secondsOf(b.moduleId) - secondsOf(a.moduleId))
  }
}
