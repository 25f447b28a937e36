/**
 * Functions of later modules or of the flow that modules get in `Needs`, by the name of the member, with the reason why no fact
 * replaces them. All of them return an answer, which a fact cannot do. At most five.
 */
export const upwardCalls: Readonly<Record<string, string>> = {
  staleAmong: 'answers which machines of a question are to be computed first, for `question` in platform/calls',
  ensureCurrent: 'computes these machines in transactions of its own before the question starts again',
  stillSubscribed: 'answers who still gets the notices of an alarm, right before they are sent, for the notices module',
  accountsOf: 'reads the counts of devices, which ingest stores, for the answers of the devices module',
}

/**
 * Types that members of `Needs` may have, besides data and functions without parameters that return data. The reason says why
 * they contain no function of a later module.
 */
export const neededTypes: Readonly<Record<string, string>> = {
  Buffer: 'is data',
  Database: 'belongs to the platform',
  Clock: 'belongs to the platform',
  Logger: 'belongs to the platform',
  Jobs: 'belongs to the platform',
  SessionCache: 'is a class of identity, which takes it',
  SignInThrottle: 'is a class of identity, which takes it',
  PasswordPolicy: 'belongs to identity, which takes it',
  MailDesk: 'belongs to identity, which takes it',
  ApiKeyCache: 'is a class of api-keys, which takes it',
}
