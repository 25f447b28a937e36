import type { Answer, Endpoint } from '@millwatch/contract/endpoint'
import type { Ctx } from '../ctx.ts'
import { Forbidden } from '../errors.ts'
import type { UserCaller } from '../http/caller.ts'
import { type Call, type Router, type SignedInCall, type Streamed, success } from '../http/route.ts'
import type { Subscriber } from '../outbox/subscriber.ts'
import { type AsOfNow, askOf } from './as-of-now.ts'
import type { Needs } from './needs.ts'
import { once } from './once.ts'

type WithoutStatus<A> = A extends unknown ? Omit<A, 'status'> : never

/** Answer of a call without the field `status`, which is added to each answer that has it in the contract. */
export type Content<E> = WithoutStatus<Answer<E>>

/** Request of a call that the guard has admitted, with its validated content and the caller. */
export type CallRequest<E extends Endpoint> = Pick<
  SignedInCall<E>,
  'params' | 'query' | 'body' | 'caller' | 'actor' | 'reached'
>

/** A call of a module; `registerModules` adds it to the router. */
export interface ModuleCall {
  register(router: Router, needs: Needs): void
}

const answerOf = <E extends Endpoint>(content: Content<E>): Answer<E> => success(content as object) as Answer<E>

/** Returns the caller as a person; throws Forbidden for kiosk displays and API keys. */
export function personOf({ caller }: Pick<CallRequest<Endpoint>, 'caller'>): UserCaller {
  if (caller.kind !== 'user') throw new Forbidden()
  return caller
}

type Present<E extends Endpoint, R> = (
  result: R,
  ctx: Ctx,
  request: CallRequest<E>,
  needs: Needs,
) => Content<E> | Promise<Content<E>>

/**
 * Function that runs after the commit and before the answer. It changes the memory of this server (a cache) or the cookie of the
 * caller.
 */
type Committed<E extends Endpoint> = (needs: Needs, call: Pick<SignedInCall<E>, 'cookie'>) => void

/**
 * Returns a call that writes: `action` and then `present` run in one transaction of the caller's company. If the endpoint is
 * keyed, a repeated call with the same idempotency key gets the first content and runs neither. After the commit and before the
 * answer, `committed` runs, also for a repeated call, to clear caches of this server or set the cookie. If `action` or `present`
 * throws, nothing is committed and `committed` does not run.
 */
export function command<E extends Endpoint, R>(
  endpoint: E,
  action: (ctx: Ctx, request: CallRequest<E>, needs: Needs) => Promise<R>,
  present: Present<E, R>,
  committed?: Committed<E>,
): ModuleCall {
  return {
    register: (router, needs) =>
      router.signedIn(endpoint, async (call) => {
        const content = await call.inCompany((ctx) =>
          once(ctx, endpoint, call, async () => present(await action(ctx, call, needs), ctx, call, needs)),
        )
        committed?.(needs, call)
        return answerOf<E>(content)
      }),
  }
}

/** Steps of a command that does something before its transaction. */
interface PreparedSteps<E extends Endpoint, P, R> {
  /**
   * Runs before the transaction: checks and hashes a password, for example, which takes long, or records an attempt, which must
   * not be rolled back.
   */
  readonly prepare: (request: CallRequest<E> & Pick<SignedInCall<E>, 'inSnapshot'>, needs: Needs) => Promise<P>
  readonly action: (ctx: Ctx, prepared: P, request: CallRequest<E>, needs: Needs) => Promise<R>
  readonly present: Present<E, R>
  readonly committed?: Committed<E>
}

/**
 * Returns a call that writes like `command`, but whose `prepare` runs before the transaction, for work that takes long or must
 * not be rolled back. It ignores idempotency keys.
 */
export function preparedCommand<E extends Endpoint, P, R>(
  endpoint: E,
  { prepare, action, present, committed }: PreparedSteps<E, P, R>,
): ModuleCall {
  return {
    register: (router, needs) =>
      router.signedIn(endpoint, async (call) => {
        const prepared = await prepare(call, needs)
        const content = await call.inCompany(async (ctx) =>
          present(await action(ctx, prepared, call, needs), ctx, call, needs),
        )
        committed?.(needs, call)
        return answerOf<E>(content)
      }),
  }
}

/**
 * Returns a call that only reads: `view` runs in one snapshot, as of one instant, and may run again when state was
 * stale. It must read by `ctx` only, since a second connection inside the transaction could wait forever.
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
 * Returns a call whose answer is sent piece by piece. `prepare` runs in a snapshot as of one instant, and may run again when
 * state was stale. `open` takes its result and returns the stream, which reads in transactions of its own.
 */
export function streamed<E extends Endpoint, P>(
  endpoint: E,
  prepare: (ctx: Ctx, request: CallRequest<E>, asOf: AsOfNow, needs: Needs) => Promise<P>,
  open: (prepared: P, call: SignedInCall<E>) => Streamed,
): ModuleCall {
  return {
    register: (router, needs) =>
      router.signedIn(endpoint, async (call) =>
        open(await askOf(needs, call, (ctx, asOf) => prepare(ctx, call, asOf, needs)), call),
      ),
  }
}

/**
 * Returns true if the answer of the endpoint in the contract has the field `status`. A few answers to callers without sign-in
 * lack it.
 */
const hasStatus = ({ shapes }: Endpoint): boolean =>
  'properties' in shapes.answer && 'status' in (shapes.answer.properties as object)

/**
 * Returns a call that needs no sign-in. It has no company and no transaction; `answer` opens the transactions that it
 * needs. With the option `ignoresForm`, callers may send a form as the body, which is not read.
 */
export function publicCall<E extends Endpoint>(
  endpoint: E,
  answer: (call: Call<E>, needs: Needs) => Promise<Content<E>>,
  options?: Parameters<Router['open']>[2],
): ModuleCall {
  const handle = (needs: Needs) => async (call: Call<E>) => {
    const content = await answer(call, needs)
    return hasStatus(endpoint) ? answerOf<E>(content) : (content as Answer<E>)
  }
  return { register: (router, needs) => router.open(endpoint, handle(needs), options) }
}

/**
 * Combines calls of a module that submit jobs into one call. When the server registers it, `define` defines the kinds of jobs,
 * and `calls` gets them and returns the calls to register.
 */
export const withJobs = <K>(define: (needs: Needs) => K, calls: (kinds: K) => readonly ModuleCall[]): ModuleCall => ({
  register(router, needs) {
    for (const call of calls(define(needs))) call.register(router, needs)
  },
})

/**
 * Wraps a route that registers itself with the router; `tools/tiers/base/routes.ts` lists all such routes with their
 * reasons.
 */
export const handWritten = (register: ModuleCall['register']): ModuleCall => ({ register })

/** Returns the empty content of a call that only confirms; `status: success` is added to it. */
export const nothing = () => ({})

/** A module as a value: its calls and its subscribers to facts. The app registers all modules in tier order. */
export interface Module {
  readonly calls: readonly ModuleCall[]
  /** Returns the subscribers to facts. */
  readonly subscribers?: (needs: Needs) => readonly Subscriber[]
}

/** Registers the calls of modules with the router, in order. */
export function registerModules(router: Router, needs: Needs, modules: readonly Module[]): void {
  for (const { calls } of modules) for (const call of calls) call.register(router, needs)
}
