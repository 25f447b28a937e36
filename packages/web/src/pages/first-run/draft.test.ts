import { describe, expect, it } from 'vitest'
import { adminFaults, companyFaults, emptyDraft, machineFaults, zonesWith } from './draft.ts'

const blank = emptyDraft('America/Chicago')

describe('the first run', () => {
  it('says what is missing, in the words of the specification', () => {
    expect(companyFaults(blank)).toEqual({
      code: 'Please input the set-up code that the server printed',
      company_name: 'Name cannot be blank',
    })
    expect(adminFaults({ ...blank, first_name: ' ' })).toEqual({
      username: 'Please input an email',
      first_name: 'Please input a first name',
      last_name: 'Please input a last name',
    })
    expect(adminFaults({ ...blank, username: 'nobody' }).username).toBe('The input is not a valid email')
    expect(machineFaults(blank)).toEqual({ machine_name: 'Name cannot be blank' })
  })

  it('has nothing to say of what is whole', () => {
    const whole = {
      code: 'K7QF-2M9X',
      company_name: 'Northfield',
      timezone: 'UTC',
      username: 'me@plant.example',
      first_name: 'Ada',
      last_name: 'Moss',
      machine_name: 'Press 1',
    }
    expect({ ...companyFaults(whole), ...adminFaults(whole), ...machineFaults(whole) }).toEqual({})
  })

  it('offers the zone of the browser, once', () => {
    expect(zonesWith('Europe/Vienna')[0]).toBe('Europe/Vienna')
    expect(zonesWith('America/Chicago').filter((zone) => zone === 'America/Chicago')).toHaveLength(1)
  })
})
