import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Approximate duration in seconds of each test file that takes more than ten, by the end of its path. */
const SECONDS: Readonly<Record<string, number>> = {
  'fault/faults.long.test.ts': 150,
  'contract-tests/canary.long.test.ts': 120,
  'flow/recordings.long.test.ts': 117,
  'src/main.long.test.ts': 113,
  'flow/recordings-half-day.long.test.ts': 91,
  'contract-tests/matrix.integration.test.ts': 67,
  'contract-tests/fuzz.long.test.ts': 66,
  'shifts/edit-workers.long.test.ts': 63,
  'contract-tests/fuzz-in-process.long.test.ts': 58,
  'demo/alive.long.test.ts': 58,
  'embedded/embedded.long.test.ts': 57,
  'new/module.long.test.ts': 52,
  'cli/restore-to.long.test.ts': 51,
  'db/storage.long.test.ts': 41,
  'shifts/edit-worker-deaths.long.test.ts': 37,
  'cli/backup.long.test.ts': 37,
  'reference-tests/recorded-shifts.long.test.ts': 34,
  'flow/rollup.integration.test.ts': 32,
  'src/time.long.test.ts': 30,
  'contract-tests/lessons.long.test.ts': 28,
  'cli/upgrade-database.long.test.ts': 26,
  'contract-tests/slots.long.test.ts': 25,
  'reference-tests/one-value.long.test.ts': 25,
  'flow/any-order.integration.test.ts': 24,
  'embedded/embedded-refused.long.test.ts': 22,
  'maintain/maintain.long.test.ts': 21,
  'flow/rollup.long.test.ts': 21,
  'identity/guessing.long.test.ts': 20,
  'contract-tests/together.long.test.ts': 25,
  'contract-tests/mass-assignment.long.test.ts': 30,
  'flow/player.long.test.ts': 20,
  'flow/connection-loss.long.test.ts': 20,
  'demo/life.long.test.ts': 20,
  'jobs/jobs.integration.test.ts': 19,
  'flow/clock-reset.long.test.ts': 19,
  'reference-tests/unit-reports.integration.test.ts': 19,
  'db/prepare-server.long.test.ts': 19,
  'reference-tests/lost-minutes.long.test.ts': 18,
  'flow/two-servers.long.test.ts': 17,
  'backup/backup.long.test.ts': 17,
  'demo/fill.long.test.ts': 16,
  'reference-tests/calendar.integration.test.ts': 16,
  'src/read-only.long.test.ts': 15,
  'sockets/frames.long.test.ts': 13,
  'reference-tests/device-stories.long.test.ts': 13,
  'backup/damage.long.test.ts': 12,
}

/** Ends of the paths of the test files that are known to take more than ten seconds. */
export const longFiles: readonly string[] = Object.keys(SECONDS)

/** Returns the approximate duration of a test file in seconds; 0 for a file that is not known to take long. */
export const secondsOf = (path: string): number =>
  Object.entries(SECONDS).find(([end]) => path.endsWith(`/${end}`))?.[1] ?? 0

const longerFirst = (a: TestSpecification, b: TestSpecification) => secondsOf(b.moduleId) - secondsOf(a.moduleId)

const placeOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder

/**
 * Sequencer of Vitest that starts long files first within each group of projects, so that none runs alone at the end. All other
 * files stay in Vitest's order.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => placeOf(a) - placeOf(b) || longerFirst(a, b))
  }

  /** Deals the files to the parts of a run (`--shard`) one by one, the longest first, so that all parts take about as long. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 }
    const inOrder = files.toSorted((a, b) => longerFirst(a, b) || (a.moduleId < b.moduleId ? -1 : 1))
    return inOrder.filter((_, i) => i % count === index - 1)
  }
}
