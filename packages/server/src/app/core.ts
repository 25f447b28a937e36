import { createFlow, type Flow } from '../flow/index.ts'
import { stillSubscribed } from '../modules/alarms/index.ts'
import { ApiKeyCache } from '../modules/api-keys/index.ts'
import {
  browserIn,
  createMailDesk,
  factorKey,
  hashSecret,
  listCompanies,
  SessionCache,
  SignInThrottle,
} from '../modules/identity/index.ts'
import { accountsOf } from '../modules/ingest/index.ts'
import { actorOfJob } from '../modules/jobs/index.ts'
import { staleMachines } from '../modules/views/index.ts'
import type { Needs } from '../platform/calls/needs.ts'
import { DiskGuard } from '../platform/disk/index.ts'
import { type Authenticate, apiKeyPrefix, type Caller } from '../platform/http/caller.ts'
import { FalseTokens } from '../platform/http/false-tokens.ts'
import { siteOf } from '../platform/http/network.ts'
import { noteTokens } from '../platform/http/note-tokens.ts'
import { installationSecret, signingKeys } from '../platform/installation/store-directory.ts'
import { createJobs } from '../platform/jobs/index.ts'
import type { OpenPorts } from './ports.ts'
import type { AppDeps } from './settings.ts'

/** Parts of a server that need no network: the flow, the guard of the disk, the needs of modules, and the check of tokens. */
export interface Core {
  readonly flow: Flow
  readonly disk: DiskGuard
  readonly needs: Needs
  readonly authenticate: Authenticate
}

/**
 * Creates the flow, the functions and values that modules need from outside, and the check of tokens, once per server. Reads the
 * secrets of the installation, and makes missing ones; starts nothing. With `rates` null, false tokens are not limited.
 */
export async function createCore(deps: AppDeps, ports: OpenPorts): Promise<Core> {
  const { database, clock, logger, isDemo = async () => false } = deps
  const { current: signingKey, previous } = await signingKeys(database)
  const disk = deps.disk ?? new DiskGuard({ clock, logger })
  const flow = createFlow({
    ...{ database, clock, logger, disk },
    hashKey: (key) => hashSecret(signingKey, key),
    olderHashesOf: (key) => previous.map((older) => hashSecret(older, key)),
    ...(deps.sizes === undefined ? {} : { sizes: deps.sizes }),
    evaluatesAlarms: deps.evaluatesAlarms ?? true,
  })
  const jobs = createJobs({
    ...{ database, clock, logger, actorOfJob, settings: deps.jobs },
    listCompanies: () => listCompanies(database),
  })
  const sessions = new SessionCache(database, clock, signingKey, previous)
  const apiKeys = new ApiKeyCache(database, clock, signingKey, previous)
  const browserSecret = await installationSecret(database, 'browsers')
  await installationSecret(database, factorKey)
  const base = { database, clock, logger, jobs, signingKey, browserSecret, sessions, apiKeys, isDemo }
  const { publicUrl, mqttPorts } = ports
  const needs: Needs = {
    ...{ ...base, publicUrl, mqttPorts },
    ...{ ensureCurrent: flow.ensureCurrent, staleAmong: staleMachines, accountsOf },
    stillSubscribed,
    passkeyUrl: deps.config.publicUrl,
    passwordPolicy: deps.config.passwordPolicy ?? 'spec',
    canMail: async () => deps.config.smtp !== undefined || (await isDemo()),
    canText: async () => deps.config.sms !== undefined || (await isDemo()),
    webhookAllow: deps.config.webhookAllow,
    throttle: new SignInThrottle(base),
    desk: createMailDesk({ ...base, publicUrl }),
    noticeSecret: await installationSecret(database, 'notices'),
    ssoSecret: await installationSecret(database, 'addin_sso'),
  }
  const lookUp = async (token: string) =>
    token.startsWith(apiKeyPrefix) ? apiKeys.find(token) : ((await sessions.find(token)) ?? null)
  const authenticate = noteTokens(deps.rates === null ? lookUp : limited(lookUp, { clock, browserSecret }), {
    clock,
    logger,
  })
  return { flow, disk, needs, authenticate }
}

/** Returns a check of tokens that calls `lookUp`, but throws TooMany after too many false tokens of an origin. */
function limited(
  lookUp: (token: string) => Promise<Caller | null>,
  needs: Pick<Needs, 'clock' | 'browserSecret'>,
): Authenticate {
  const falseTokens = new FalseTokens(needs.clock)
  return (token, { ip, browserCookie }) => {
    const origin = { network: siteOf(ip), browser: browserIn(needs.browserSecret, browserCookie) }
    return falseTokens.check(token, origin, () => lookUp(token))
  }
}
