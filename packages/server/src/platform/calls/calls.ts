import type { Answer, Endpoint } from '@millwatch/contract/endpoint'
import type { Ctx } from '../ctx.ts'
import { type Router, type SignedInCall, type Streamed, success } from '../http/route.ts'
import type { Subscriber } from '../outbox/subscriber.ts'
import { type AsOfNow, askOf } from './as-of-now.ts'
import type { Needs } from './needs.ts'

type WithoutStatus<A> = A extends unknown ? Omit<A, 'status'> : never

/** Answer of a call without `status: success`, which every answer gets. */
export type Content<E> = WithoutStatus<Answer<E>>

/** Request of a call after the guard, with the caller and what they sent. */
export type CallRequest<E extends Endpoint> = Pick<SignedInCall<E>, 'params' | 'query' | 'body' | 'caller' | 'actor'>

/** A call of a module as a value; `registerModules` adds it to the router. */
export interface ModuleCall {
  register(router: Router, needs: Needs): void
}

const answerOf = <E extends Endpoint>(content: Content<E>): Answer<E> => success(content as object) as Answer<E>

/**
 * Returns a call that changes something: the action and the presentation of its result run in one transaction of the
 * caller's company.
 */
export function command<E extends Endpoint, R>(
  endpoint: E,
  action: (ctx: Ctx, request: CallRequest<E>, needs: Needs) => Promise<R>,
  present: (result: R, ctx: Ctx, request: CallRequest<E>, needs: Needs) => Content<E> | Promise<Content<E>>,
): ModuleCall {
  return {
    register: (router, needs) =>
      router.signedIn(endpoint, async (call) => {
        const content = await call.inCompany(async (ctx) => present(await action(ctx, call, needs), ctx, call, needs))
        return answerOf<E>(content)
      }),
  }
}

/**
 * Returns a call that reads: the view runs in one snapshot, as of one instant. It reads by `ctx` only, since a second
 * connection inside the transaction could wait for ever.
 */
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

/** Returns calls that are no transaction of a signed-in caller: sign-in, uploads, claims of devices. */
export const otherRoutes = (register: ModuleCall['register']): ModuleCall => ({ register })

/** Returns the empty answer of a call that only confirms; `status: success` is added to it. */
export const nothing = () => ({})

/** A module as a value: its calls, jobs and subscribers. The app registers all modules in tier order. */
export interface Module {
  readonly calls: readonly ModuleCall[]
  /** Returns the subscribers to facts. */
  readonly subscribers?: (needs: Needs) => readonly Subscriber[]
}

/** Registers the calls of modules, in order. */
export function registerModules(router: Router, needs: Needs, modules: readonly Module[]): void {
  for (const { calls } of modules) for (const call of calls) call.register(router, needs)
}
