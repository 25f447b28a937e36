import type { Reporter, TestCase } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    /** Message of the error that is the cause of the error of a failed test. */
    cause?: string
    /** Text of the difference of a failed assertion: lines with - are expected, lines with + were received. */
    diff?: string
  }
}

/**
 * Vitest reporter that adds the cause and the difference of a failure to the entry of its test in the JSON report, which leaves
 * them out. The cause of a failed property is the assertion that failed.
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
