import { expect, test } from 'vitest'
import { normalUuid } from './uuid.ts'

const uuid = '0a1b2c3d-4e5f-4678-9abc-def012345678'

test.each([uuid, uuid.toUpperCase(), ` ${uuid} `, `{${uuid}}`, `urn:uuid:${uuid}`, `URN:UUID:${uuid.toUpperCase()}`])(
  '%s is one uuid',
  (text) => expect(normalUuid(text)).toBe(uuid),
)

test.each(['', 'x', uuid.slice(1), `${uuid}0`, uuid.replaceAll('-', ''), uuid.replace('0', 'g'), `{${uuid}`])(
  '%s is none',
  (text) => expect(normalUuid(text)).toBeNull(),
)
