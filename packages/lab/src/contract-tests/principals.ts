import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { signInToAddin } from '@millwatch/contract/http/addins'
import { createApiKey, listApiKeys } from '@millwatch/contract/http/api-keys'
import { endSession } from '@millwatch/contract/http/identity'
import { updateUser } from '@millwatch/contract/http/members'
import type { Role } from '@millwatch/domain/identity'
import { type InjectApp, machineWithDevice, password } from '../app/inject-app.ts'
import { joinCompany, mintPerson, mintReset, mintSession, type TestPerson } from './people.ts'
import type { Maker, Things } from './things.ts'

/** Kind of caller that the credentials of a request identify; `nobody` for a request without credentials or with invalid ones. */
type Stands = 'nobody' | 'person' | 'display' | 'key' | 'device'

/** Caller of the tests, with its credentials as request headers. */
export interface Principal {
  readonly name: string
  readonly stands: Stands
  /** Company of the caller: `own` is the first company, whose objects the calls name; null if the caller is nobody. */
  readonly of: 'own' | 'other' | null
  readonly role: Role | null
  readonly headers: Record<string, string>
  readonly person?: TestPerson
  /** Marks a person who must change the password before any other call. */
  readonly isHeldUp?: true
  /**
   * For an API key: true if it lists every operation that it may use, false if it may use all that read. Absent for other
   * callers.
   */
  readonly lists?: boolean
}

export interface Ground extends Maker {
  readonly things: Required<Things>
}

const bearing = (token: string) => ({ authorization: token })
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function nobody(name: string, headers: Record<string, string> = {}): Principal {
  return { name, stands: 'nobody', of: null, role: null, headers }
}

function human(name: string, company: 'own' | 'other', person: TestPerson): Principal {
  return { name, stands: 'person', of: company, role: person.role, headers: bearing(person.token), person }
}

/**
 * Returns callers with forged tokens: JSON web tokens with a missing or wrong signature, and random texts in the form of session
 * tokens and API keys. All of them count as `nobody`.
 */
function forged({ userId, companyId }: TestPerson): Principal[] {
  const claims = base64({ sub: userId, user_id: userId, company_id: companyId, role: 'superuser', exp: 4_102_444_800 })
  const jwt = (header: object, seal: (text: string) => string) => {
    const text = `${base64(header)}.${claims}`
    return `Bearer ${text}.${seal(text)}`
  }
  const hmac = (key: string) => (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const jku = 'https://evil.example/keys.json'
  return [
    nobody('12 forged: alg none', bearing(jwt({ alg: 'none', typ: 'JWT' }, () => ''))),
    nobody('12 forged: HS256 of a known key', bearing(jwt({ alg: 'HS256', typ: 'JWT' }, hmac('secret')))),
    nobody('12 forged: HS256 by the public key of RS256', bearing(jwt({ alg: 'HS256' }, hmac(pem)))),
    nobody(
      '12 forged: foreign kid and jku',
      bearing(
        jwt({ alg: 'RS256', kid: '../../dev/null', jku }, (text) =>
          sign('sha256', Buffer.from(text), privateKey).toString('base64url'),
        ),
      ),
    ),
    nobody('12 forged: of the right form', bearing(randomBytes(32).toString('base64url'))),
    nobody('12 forged: a key of the right form', bearing(`Bearer mwk_${randomBytes(32).toString('base64url')}`)),
  ]
}

async function ended(t: InjectApp, { companyId }: Ground): Promise<Principal[]> {
  const spare = () => mintPerson(t, companyId, 'superuser', { name: 'ended' })
  const [expired, out, changed, removed] = [await spare(), await spare(), await spare(), await spare()]
  const past = await mintSession(t, expired, t.clock.now() - 1000)
  await t.ask(endSession, { token: out.token })
  const second = await mintSession(t, changed)
  const body = { current_password: password, password: `${password} new` }
  await t.call('PUT', '/v0/user/password', { token: second.token, body })
  await t.db.owner.query('delete from membership where user_id = $1', [removed.userId])
  return [
    nobody('10 expired', bearing(past.token)),
    nobody('11 revoked: signed out', bearing(out.token)),
    nobody('11 revoked: password changed', bearing(changed.token)),
    nobody('11 revoked: removed from the company', bearing(removed.token)),
  ]
}

async function displayOf(t: InjectApp, { companyId, things }: Ground): Promise<Record<string, string>> {
  return bearing((await mintSession(t, { kioskId: Number(things.kiosk), companyId })).token)
}

async function keyOf(t: InjectApp, { people }: Ground, lists: boolean): Promise<Record<string, string>> {
  const token = people.admin.token
  const operations = lists ? (await t.ask(listApiKeys, { token })).offered_operations : null
  const expires_at = new Date(t.clock.now() + 86_400_000).toISOString()
  return bearing(
    `Bearer ${(await t.ask(createApiKey, { token, body: { name: 'proof', operations, expires_at } })).key}`,
  )
}

async function programs(t: InjectApp, firstCompany: Ground, otherCompany: Ground): Promise<Principal[]> {
  const display = { stands: 'display', role: null } as const
  const key = { stands: 'key', lists: false, role: 'user' } as const
  return [
    { name: '17 display', of: 'own', ...display, headers: await displayOf(t, firstCompany) },
    { name: "17 other company's display", of: 'other', ...display, headers: await displayOf(t, otherCompany) },
    { name: '18 API key that reads', of: 'own', ...key, headers: await keyOf(t, firstCompany, false) },
    {
      name: '18 API key that lists',
      of: 'own',
      ...key,
      lists: true,
      role: 'admin',
      headers: await keyOf(t, firstCompany, true),
    },
    {
      name: "18 other company's API key",
      of: 'other',
      ...key,
      lists: true,
      role: 'admin',
      headers: await keyOf(t, otherCompany, true),
    },
  ]
}

/** Returns a new person who is a user of the other company, with a session for it, and also a superuser of the first company. */
async function inBoth(t: InjectApp, firstCompany: Ground, otherCompany: Ground): Promise<TestPerson> {
  const person = await mintPerson(t, otherCompany.companyId, 'user', { name: 'both' })
  await joinCompany(t, { ...person, companyId: firstCompany.companyId }, 'superuser')
  return person
}

/** Returns a person whose role was changed from admin to user after a successful call as admin with the same session. */
async function demoted(t: InjectApp, { companyId, people }: Ground): Promise<TestPerson> {
  const person = await mintPerson(t, companyId, 'admin', { name: 'demoted' })
  const { status } = await t.call('GET', '/v0/audit', { token: person.token })
  if (status !== 200) throw new Error('The admin was none')
  const change = { token: people.superuser.token, params: { id: person.userId }, body: { is_admin: false } }
  await t.ask(updateUser, change)
  return { ...person, role: 'user' }
}

/**
 * Returns all callers of the tests in a fixed order: anonymous, people of each role in both companies, ended and forged tokens, a
 * device, displays, API keys, and a person who must change the password first.
 */
export async function everyPrincipal(t: InjectApp, firstCompany: Ground, otherCompany: Ground): Promise<Principal[]> {
  const { user, admin, superuser } = firstCompany.people
  const device = await machineWithDevice(t, admin.token, firstCompany.rootOrgUnitId, 'of a principal')
  const { sso_token } = await t.ask(signInToAddin, {
    token: user.token,
    body: { addin_id: Number(firstCompany.things.addin) },
  })
  const heldUp = await mintPerson(t, firstCompany.companyId, 'superuser', { name: 'held', mustChange: true })
  const list: Principal[] = [
    nobody('1 anonymous'),
    human('2 operator', 'own', await mintPerson(t, firstCompany.companyId, 'user', { name: 'operator' })),
    human('3 user', 'own', user),
    human('4 admin', 'own', admin),
    human('5 superuser', 'own', superuser),
    human("6 other company's user", 'other', otherCompany.people.user),
    human("7 other company's admin", 'other', otherCompany.people.admin),
    human("8 other company's superuser", 'other', otherCompany.people.superuser),
    human('9 of both, session for the other', 'other', await inBoth(t, firstCompany, otherCompany)),
    ...(await ended(t, firstCompany)),
    ...forged(superuser),
    nobody('13 token of a password reset', bearing(await mintReset(t, superuser.userId))),
    { name: '14 device', stands: 'device', of: 'own', role: null, headers: bearing(device.authorization) },
    nobody('15 SSO token of an add-in', bearing(`Bearer ${sso_token}`)),
    human('16 admin demoted since', 'own', await demoted(t, firstCompany)),
    ...(await programs(t, firstCompany, otherCompany)),
    { ...human('19 password to be changed first', 'own', heldUp), isHeldUp: true },
  ]
  return list
}
