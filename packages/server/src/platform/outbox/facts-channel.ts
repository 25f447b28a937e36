import type { Fact, MachinesAdvanced } from '@millwatch/domain/facts'

/** PostgreSQL channel on which every server receives the facts of all commits. */
export const FACTS_CHANNEL = 'facts'

/** Largest payload in bytes; PostgreSQL's `notify` allows 7,999. */
const mostBytes = 7_900

/** Facts of one commit, all of one company. */
export interface CommittedFacts {
  readonly companyId: number
  readonly facts: readonly Fact[]
}

type Advance = MachinesAdvanced['machines'][number]
type OtherFact = Exclude<Fact, MachinesAdvanced>

/**
 * Encodes the facts of a company as payloads of `notify` within the size limit. First come the payloads with the machines of all
 * `machine.advanced`, then those with the other facts in order. A fact with more machines than fit becomes several facts. No
 * facts give no payloads.
 */
export function encodeFacts(companyId: number, facts: readonly Fact[]): string[] {
  const advances: Advance[] = []
  const others: OtherFact[] = []
  for (const fact of facts) {
    if (fact.kind === 'machine.advanced') for (const advance of fact.machines) advances.push(advance)
    if (fact.kind !== 'machine.advanced') others.push(fact)
  }
  return [...pack(companyId, 'm', advances.map(toText)), ...pack(companyId, 'f', others.flatMap(textsOf))]
}

const toText = (value: unknown): string => JSON.stringify(value)

function textsOf(fact: OtherFact): string[] {
  const text = toText(fact)
  if (text.length < mostBytes / 2 || !('equipmentIds' in fact) || fact.equipmentIds.length < 2) return [text]
  const middle = fact.equipmentIds.length >> 1
  const halves = [fact.equipmentIds.slice(0, middle), fact.equipmentIds.slice(middle)]
  return halves.flatMap((equipmentIds) => textsOf({ ...fact, equipmentIds }))
}

function pack(companyId: number, list: 'm' | 'f', texts: readonly string[]): string[] {
  const payloads: string[] = []
  const head = `{"c":${companyId},"${list}":[`
  let body = ''
  for (const text of texts) {
    // All characters are ASCII, so one character is one byte.
    if (body !== '' && head.length + body.length + text.length + 3 > mostBytes) {
      payloads.push(`${head}${body}]}`)
      body = ''
    }
    body += body === '' ? text : `,${text}`
  }
  if (body !== '') payloads.push(`${head}${body}]}`)
  return payloads
}

/**
 * Returns true for a payload that contains only `machine.advanced`. Each commit of messages has such facts, and caches need none
 * of them.
 */
export const isAdvance = (payload: string): boolean => /^\{"c":[0-9]+,"m":/.test(payload)

/** Decodes a payload of the channel, as written by `encodeFacts`, into its facts and their company. */
export function decodeFacts(payload: string): CommittedFacts {
  const { c, m: machines, f: others = [] } = JSON.parse(payload) as { c: number; m?: Advance[]; f?: OtherFact[] }
  const advanced: Fact[] = machines === undefined ? [] : [{ kind: 'machine.advanced', machines }]
  return { companyId: c, facts: [...advanced, ...others] }
}
