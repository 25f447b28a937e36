import type { Reporter, TestCase } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    /** Message of the error that the error of a failed test names as its cause. */
    cause?: string
  }
}

/**
 * Adds the cause of a failure to the test's entry in Vitest's JSON report, which leaves it out. A failed property names the
 * assertion that failed as its cause.
 */
// biome-ignore lint/style/noDefaultExport: Vitest loads the default export
export default class CausesReporter implements Reporter {
  onTestCaseResult(testCase: TestCase): void {
    const cause = testCase.result().errors?.[0]?.cause as { readonly message?: unknown } | undefined
    if (typeof cause?.message === 'string') testCase.meta().cause = cause.message
  }
}
