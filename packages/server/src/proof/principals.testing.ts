import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { signInToAddin } from '@millwatch/contract/http/addins'
import { createApiKey, listApiKeys } from '@millwatch/contract/http/api-keys'
import { endSession } from '@millwatch/contract/http/sessions'
import { updateUser } from '@millwatch/contract/http/users'
import type { Role } from '../platform/tables.ts'
import { type InjectApp, machineWithDevice, password } from '../testing/inject-app.ts'
import { joinCompany, mintPerson, mintReset, mintSession, type Person } from './people.testing.ts'
import type { Maker, Things } from './things.testing.ts'

/** What stands behind what a request bears: somebody, something, or nothing that counts. */
type Stands = 'nobody' | 'person' | 'display' | 'key' | 'device'

/** One of those who ask. */
export interface Principal {
  readonly name: string
  readonly stands: Stands
  /** Whose company: the one whose things are asked for, or another. */
  readonly of: 'own' | 'other' | null
  readonly role: Role | null
  readonly headers: Record<string, string>
  readonly person?: Person
  /** Its password was chosen by somebody else. */
  readonly isHeldUp?: true
  /** A key that lists all it may, or only reads. */
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

function human(name: string, of: 'own' | 'other', person: Person): Principal {
  return { name, stands: 'person', of, role: person.role, headers: bearing(person.token), person }
}

/** Tokens somebody made up who knows how tokens are made elsewhere. */
function forged({ userId, companyId }: Person): Principal[] {
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

async function programs(t: InjectApp, own: Ground, other: Ground): Promise<Principal[]> {
  const display = { stands: 'display', role: null } as const
  const key = { stands: 'key', lists: false, role: 'user' } as const
  return [
    { name: '17 display', of: 'own', ...display, headers: await displayOf(t, own) },
    { name: "17 other company's display", of: 'other', ...display, headers: await displayOf(t, other) },
    { name: '18 API key that reads', of: 'own', ...key, headers: await keyOf(t, own, false) },
    {
      name: '18 API key that lists',
      of: 'own',
      ...key,
      lists: true,
      role: 'admin',
      headers: await keyOf(t, own, true),
    },
    {
      name: "18 other company's API key",
      of: 'other',
      ...key,
      lists: true,
      role: 'admin',
      headers: await keyOf(t, other, true),
    },
  ]
}

/** Somebody of both companies, a superuser in the one that is asked about, whose session is for the other. */
async function inBoth(t: InjectApp, own: Ground, other: Ground): Promise<Person> {
  const person = await mintPerson(t, other.companyId, 'user', { name: 'both' })
  await joinCompany(t, { ...person, companyId: own.companyId }, 'superuser')
  return person
}

/** An admin whose session is used, and whose role is then taken away. */
async function demoted(t: InjectApp, { companyId, people }: Ground): Promise<Person> {
  const person = await mintPerson(t, companyId, 'admin', { name: 'demoted' })
  const { status } = await t.call('GET', '/v0/audit', { token: person.token })
  if (status !== 200) throw new Error('The admin was none')
  const asked = { token: people.superuser.token, params: { id: person.userId }, body: { is_admin: false } }
  await t.ask(updateUser, asked)
  return { ...person, role: 'user' }
}

/** Who asks: the sixteen of the catalogue, displays, keys, and somebody who has to change the password first. */
export async function everyPrincipal(t: InjectApp, own: Ground, other: Ground): Promise<Principal[]> {
  const { user, admin, superuser } = own.people
  const device = await machineWithDevice(t, admin.token, own.rootOrgUnitId, 'of a principal')
  const { sso_token } = await t.ask(signInToAddin, { token: user.token, body: { addin_id: Number(own.things.addin) } })
  const heldUp = await mintPerson(t, own.companyId, 'superuser', { name: 'held', mustChange: true })
  const list: Principal[] = [
    nobody('1 anonymous'),
    human('2 operator', 'own', await mintPerson(t, own.companyId, 'user', { name: 'operator' })),
    human('3 user', 'own', user),
    human('4 admin', 'own', admin),
    human('5 superuser', 'own', superuser),
    human("6 other company's user", 'other', other.people.user),
    human("7 other company's admin", 'other', other.people.admin),
    human("8 other company's superuser", 'other', other.people.superuser),
    human('9 of both, session for the other', 'other', await inBoth(t, own, other)),
    ...(await ended(t, own)),
    ...forged(superuser),
    nobody('13 token of a password reset', bearing(await mintReset(t, superuser.userId))),
    { name: '14 device', stands: 'device', of: 'own', role: null, headers: bearing(device.authorization) },
    nobody('15 SSO token of an add-in', bearing(`Bearer ${sso_token}`)),
    human('16 admin demoted since', 'own', await demoted(t, own)),
    ...(await programs(t, own, other)),
    { ...human('19 password to be changed first', 'own', heldUp), isHeldUp: true },
  ]
  return list
}
