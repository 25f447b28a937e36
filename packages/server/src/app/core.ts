import { needsOfDevices, needsOfTree } from '../flow/for-modules.ts'
import { createFlow, type Flow } from '../flow/index.ts'
import { ApiKeyCache } from '../modules/api-keys/index.ts'
import { createDevice } from '../modules/devices/index.ts'
import { leaveGroups, takePlaces } from '../modules/groups/index.ts'
import { createResetDesk, hashSecret, listCompanies, SessionCache, SignInThrottle } from '../modules/identity/index.ts'
import { actorOfJob } from '../modules/jobs/index.ts'
import { joinWhereInvited, readNewMember } from '../modules/members/index.ts'
import { staleMachines } from '../modules/views/index.ts'
import type { Needs } from '../platform/calls/needs.ts'
import { DiskGuard } from '../platform/disk/index.ts'
import { type Authenticate, apiKeyPrefix } from '../platform/http/caller.ts'
import { installationSecret, signingKeys } from '../platform/installation/store-directory.ts'
import { createJobs } from '../platform/jobs/index.ts'
import type { OpenPorts } from './ports.ts'
import type { AppDeps } from './settings.ts'

/**
 * Parts of a server that need no network: the flow, the watch on the disk, what modules get from outside, and the check
 * of tokens.
 */
export interface Core {
  readonly flow: Flow
  readonly disk: DiskGuard
  readonly needs: Needs
  readonly authenticate: Authenticate
}

/**
 * Creates the flow, the functions and values that modules need from outside, and the check of tokens, once per server.
 * Reads the secrets of the installation; starts nothing.
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
  })
  const jobs = createJobs({
    ...{ database, clock, logger, actorOfJob, settings: deps.jobs },
    listCompanies: () => listCompanies(database),
  })
  const sessions = new SessionCache(database, clock, signingKey, previous)
  const apiKeys = new ApiKeyCache(database, clock, signingKey, previous)
  const base = { database, clock, logger, jobs, signingKey, sessions, apiKeys, isDemo }
  const devices = needsOfDevices(signingKey)
  const ofFlow = { ...devices, ...needsOfTree(devices), ensureCurrent: flow.ensureCurrent }
  const ssoSecret = await installationSecret(database, 'addin_sso')
  const needs: Needs = {
    ...base,
    ...ofFlow,
    ssoSecret,
    mqttPorts: ports.mqttPorts,
    ...peopleNeeds(deps, base, ofFlow, ports),
  }
  const authenticate: Authenticate = async (token) =>
    token.startsWith(apiKeyPrefix) ? apiKeys.find(token) : ((await sessions.find(token)) ?? null)
  return { flow, disk, needs, authenticate }
}

type BaseNeeds = Pick<
  Needs,
  'database' | 'clock' | 'logger' | 'jobs' | 'signingKey' | 'sessions' | 'apiKeys' | 'isDemo'
>

/** Makes what the modules about people, sign-in and the company need. */
function peopleNeeds(
  { config }: AppDeps,
  base: BaseNeeds,
  devices: Parameters<typeof createDevice>[1],
  { publicUrl }: OpenPorts,
) {
  const { isDemo } = base
  const passwordPolicy = config.passwordPolicy ?? 'spec'
  const canMail = async () => config.smtp !== undefined || (await isDemo())
  const throttle = new SignInThrottle(base)
  const desk = createResetDesk({ ...base, publicUrl })
  return {
    ...{ publicUrl, passwordPolicy, canMail, throttle, desk, leaveGroups, takePlaces },
    staleAmong: staleMachines,
    joinWhereInvited: (userId: number) => joinWhereInvited({ ...base, canMail, leaveGroups, takePlaces }, userId),
    readPerson: (typed: Parameters<typeof readNewMember>[0]) => readNewMember(typed, passwordPolicy),
    addDevice: (ctx: Parameters<Needs['addDevice']>[0], { uuid, equipmentId }: Parameters<Needs['addDevice']>[1]) =>
      createDevice(ctx, devices, { uuid, equipmentId, isPrimary: true, active: true }),
  }
}
