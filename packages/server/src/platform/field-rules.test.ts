import type { Field } from '@millwatch/domain/identity'
import { everyEndpoint } from '@millwatch/lab/contract-tests/operations'
import { describe, expect, test } from 'vitest'

/** Patterns for the names of such fields in answers. */
const names: Record<Field, RegExp> = {
  money: /^((potential_|missed_)?(revenue|parts)|hourly_(revenue|parts)|parts_per_hour|total_part_count)$/,
  email: /^(username|email|recipient)$/,
}

/** Operations that return an e-mail address of the caller itself, or one that the caller has just given. */
const ownAddress = /^(session|password|setup)\.|^user\.(self\.read|report\.send)$/
/** Operations that are for superusers only, as a whole. */
const whole = ['mail.read']

interface Node {
  properties?: Record<string, Node>
  required?: string[]
  items?: Node | Node[]
  anyOf?: Node[]
  allOf?: Node[]
}

/**
 * Returns true for a list of things, such as critical parts: a sum of money or of made parts is a number, or a list of numbers.
 */
const isOfThings = ({ items }: Node): boolean =>
  items !== undefined && !Array.isArray(items) && items.properties !== undefined

/** Returns every field of an answer but lists of things, with its name and if it is required. */
function fieldsOf(node: Node): { name: string; isRequired: boolean }[] {
  const { properties = {}, required = [], items = [], anyOf = [], allOf = [] } = node
  const direct = Object.keys(properties)
    .filter((name) => !isOfThings(properties[name] as Node))
    .map((name) => ({ name, isRequired: required.includes(name) }))
  return [...direct, ...[...Object.values(properties), items, anyOf, allOf].flat().flatMap(fieldsOf)]
}

const endpoints = await everyEndpoint()

describe('fields that are for admins', () => {
  test.each(['money', 'email'] as const)(
    '%s: every call that answers with it says so in its row, and can leave it out',
    (field) => {
      let found = 0
      for (const { operation, policy, shapes } of endpoints) {
        if (field === 'email' && ownAddress.test(operation)) continue
        const such = fieldsOf(JSON.parse(JSON.stringify(shapes.answer))).filter(({ name }) => names[field].test(name))
        if (such.length === 0 || whole.includes(operation)) continue
        found++
        expect([operation, policy.fields]).toEqual([operation, [field]])
        expect([operation, such.filter((entry) => entry.isRequired)]).toEqual([operation, []])
      }
      expect(found).toBeGreaterThan(2)
    },
  )

  test('no row says so of a call that never answers with it', () => {
    for (const { operation, policy, shapes } of endpoints)
      for (const field of policy.fields ?? []) {
        const all = fieldsOf(JSON.parse(JSON.stringify(shapes.answer)))
        expect([operation, field, all.some(({ name }) => names[field].test(name))]).toEqual([operation, field, true])
      }
  })
})
