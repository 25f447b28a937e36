import * as alarms from '@millwatch/contract/http/alarms'
import { alarmsIn } from '@millwatch/lab/app/alarms'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { type LiveClient, openLive } from '@millwatch/lab/app/live-client'
import { signedInCompany } from '@millwatch/lab/app/members'
import { afterAll, expect, test, vi } from 'vitest'

const t = await openApp()
const { httpUrl } = await t.listen()
const acme = await signedInCompany(t, 'acme')
const other = await signedInCompany(t, 'other')
const { machine, alarm } = alarmsIn(t, acme)
const open: LiveClient[] = []
afterAll(() => {
  for (const client of open) client.close()
})

async function listen(token: string, rooms: readonly string[]): Promise<LiveClient> {
  const client = await openLive(httpUrl, { auth: { token } })
  if (client === null) throw new Error('The server refused the connection')
  open.push(client)
  for (const room of rooms) expect(await client.join(room)).toBe('joined')
  return client
}
const soon = { timeout: 20_000, interval: 20 }

test('a change of an alarm reaches the pages of its machine and units, and all people of the company, and nobody else', async () => {
  const id = await machine()
  const rooms = [`e:${id}`, `o:${acme.rootOrgUnitId}`, `company:${acme.companyId}`]
  const page = await listen(acme.tokens.user, rooms)
  const theirs = await listen(other.tokens.user, [`o:${other.rootOrgUnitId}`, `company:${other.companyId}`])
  const alarmId = (await alarm({ equipment_id: id })).alarm.id
  const news = { equipment_id: id, alarm_id: alarmId }
  await vi.waitFor(() => {
    expect(page.messagesOf(`e:${id}`)).toMatchObject([{ event: 'alarm', message: news }])
    expect(page.messagesOf(`o:${acme.rootOrgUnitId}`)).toMatchObject([{ event: 'alarm', message: news }])
  }, soon)
  const changes = () => page.messagesOf(`company:${acme.companyId}`).filter(({ event }) => event === 'changed')
  const message = { fact: 'alarm.changed', equipment_ids: [id], id: alarmId }
  await vi.waitFor(() => expect(changes().at(-1)).toMatchObject({ message }), soon)
  const before = changes().length
  await t.ask(alarms.deleteAlarm, { token: acme.tokens.user, params: { id: alarmId } })
  await vi.waitFor(() => expect(changes()).toHaveLength(before + 1), soon)
  expect(theirs.messages.filter(({ event }) => event === 'alarm' || event === 'changed')).toEqual([])
})
