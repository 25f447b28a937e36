import { calls, type Operation } from '@millwatch/contract/calls/all'
import { type OwnedSubject, onlyReads, type Policy, verdictOn } from '@millwatch/domain/identity'
import type { Actor } from './ctx.ts'
import { Forbidden, NotFound } from './errors.ts'

export function isOperation(name: unknown): name is Operation {
  return typeof name === 'string' && Object.hasOwn(calls, name)
}

/**
 * Returns the policy of an operation from the contract. Throws a plain `Error` for an unknown operation, which is a mistake in
 * the program.
 */
export function policyOf(operation: string): Policy {
  if (!isOperation(operation)) throw new Error(`Operation ${operation} has no policy in the contract`)
  return calls[operation].policy
}

/**
 * Returns a text about the contradiction between the policy of an operation and the HTTP method of its route; null: none. The
 * policy of a route with GET or HEAD must only read, that of any other route must write. An operation without a policy is such a
 * fault too.
 */
export function faultOf(operation: string, method: string): string | null {
  if (!isOperation(operation)) return `${operation} has no policy in the contract`
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead === onlyReads(calls[operation].policy)) return null
  return isRead
    ? `${operation} reads, and its policy says that it writes`
    : `${operation} writes, and its policy has no audit entry`
}

/**
 * Throws Forbidden unless the actor may do the operation. Millwatch itself (command line, demo, timers) always may. With a
 * subject, the owner rule of the policy decides too, and throws NotFound or Forbidden for a subject of another person. The guard
 * has checked the policy of a call already. An action therefore calls this only with a subject, or for the right of another
 * operation than its own.
 */
export function allow(actor: Actor, operation: Operation, subject?: OwnedSubject): void {
  const verdict = verdictOn(actor, calls[operation], subject)
  if (verdict === 'absent') throw new NotFound()
  if (verdict === 'forbidden') throw new Forbidden()
}
