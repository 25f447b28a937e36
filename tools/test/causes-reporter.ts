import type { Reporter, TestCase } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    /** Message of the error that the error of a failed test names as its cause. */
    cause?: string
    /** Lines that begin with - are what an assertion expected, with + what it received. */
    diff?: string
  }
}

/**
 * Adds the cause and the difference of a failure to the test's entry in Vitest's JSON report, which leaves them out. A failed
 * property names the assertion that failed as its cause.
 */
// biome-ignore lint/style/noDefaultExport: Vitest loads the default export
export default class CausesReporter implements Reporter {
  onTestCaseResult(testCase: TestCase): void {
    const [error] = testCase.result().errors ?? []
    const cause = error?.cause as { readonly message?: unknown } | undefined
    if (typeof cause?.message === 'string') testCase.meta().cause = cause.message
    if (error?.diff !== undefined) testCase.meta().diff = error.diff
  }
}
