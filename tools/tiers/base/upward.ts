/**
 * Functions of later modules or of the flow that modules get in `Needs`, with the reason why no fact replaces them. All of
 * them answer a question, and a fact has no answer. At most five.
 */
export const upwardCalls: Readonly<Record<string, string>> = {
  staleAmong: 'answers which machines of a question are to be computed first, for `question` in platform/calls',
  ensureCurrent: 'computes these machines in transactions of its own before the question starts again',
  accountsOf: 'reads the counts of devices, which ingest stores, for the answers of the devices module',
}
