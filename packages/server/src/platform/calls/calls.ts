import type { Answer, Endpoint } from '@millwatch/contract/endpoint'
import type { Ctx } from '../ctx.ts'
import { type Router, type SignedInCall, type Streamed, success } from '../http/route.ts'
import { type AsOfNow, askOf } from './as-of-now.ts'
import type { Needs } from './needs.ts'

type WithoutStatus<A> = A extends unknown ? Omit<A, 'status'> : never

/** Answer of a call without `status: success`, which every answer gets. */
export type Content<E> = WithoutStatus<Answer<E>>

/** Request of a call after the guard, with the caller and what they sent. */
export type CallRequest<E extends Endpoint> = Pick<SignedInCall<E>, 'params' | 'query' | 'body' | 'caller' | 'actor'>

/** Call of a module as data: the fold in the app registers it. */
export interface ModuleCall {
  register(router: Router, needs: Needs): void
}

const answerOf = <E extends Endpoint>(content: Content<E>): Answer<E> => success(content as object) as Answer<E>

/**
 * Returns a call that changes something: the action and the presentation of its result run in one transaction of the
 * caller's company. `afterCommit` runs once the change is committed.
 */
export function command<E extends Endpoint, R>(
  endpoint: E,
  action: (ctx: Ctx, request: CallRequest<E>, needs: Needs) => Promise<R>,
  present: (result: R, ctx: Ctx, request: CallRequest<E>, needs: Needs) => Content<E> | Promise<Content<E>>,
  afterCommit?: (needs: Needs) => void,
): ModuleCall {
  return {
    register: (router, needs) =>
      router.signedIn(endpoint, async (call) => {
        const content = await call.inCompany(async (ctx) => present(await action(ctx, call, needs), ctx, call, needs))
        afterCommit?.(needs)
        return answerOf<E>(content)
      }),
  }
}

/** Returns a call that reads: the view runs in one snapshot, as of one instant. */
export function question<E extends Endpoint>(
  endpoint: E,
  view: (ctx: Ctx, request: CallRequest<E>, asOf: AsOfNow, needs: Needs) => Promise<Content<E>>,
): ModuleCall {
  return {
    register: (router, needs) =>
      router.signedIn(endpoint, async (call) =>
        answerOf<E>(await askOf(needs, call, (ctx, asOf) => view(ctx, call, asOf, needs))),
      ),
  }
}

/**
 * Returns a call whose answer is sent piece by piece, each read in a transaction of its own. `prepare` runs as of now,
 * before the first piece is sent.
 */
export function streamed<E extends Endpoint, P>(
  endpoint: E,
  prepare: (ctx: Ctx, request: CallRequest<E>, asOf: AsOfNow) => Promise<P>,
  open: (prepared: P, call: SignedInCall<E>) => Streamed,
): ModuleCall {
  return {
    register: (router, needs) =>
      router.signedIn(endpoint, async (call) =>
        open(await askOf(needs, call, (ctx, asOf) => prepare(ctx, call, asOf)), call),
      ),
  }
}

/** Registers the calls of modules, in order. */
export function registerCalls(router: Router, needs: Needs, calls: readonly ModuleCall[]): void {
  for (const call of calls) call.register(router, needs)
}
