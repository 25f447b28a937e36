import { type DateStyle, dateInMail } from '@millwatch/domain/time'
import type { AlarmContent, NoticeContent, RunContent } from './content.ts'

/** Texts of a notice for one person, without markup. */
export interface NoticeText {
  /** Subject of a mail, and line of a list: `Offline: Press 1`. */
  readonly title: string
  /** Sentence that says what happened and when. */
  readonly sentence: string
  /** Further facts, each with its label. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly url: string
  /** Text of the link. */
  readonly urlText: string
  /** State for the coloured mark of a mail. */
  readonly state: 'tripped' | 'cleared' | 'completed'
}

/** Returns the texts of a notice, with dates as its reader wants them. */
export const noticeText = (content: NoticeContent, style: DateStyle, publicUrl: string): NoticeText =>
  content.kind === 'alarm' ? alarmText(content, style, publicUrl) : runText(content, style, publicUrl)

/** Returns the address of the page that shows an alarm. */
export function alarmUrl({ equipmentId, alarmId, isMaintenance }: AlarmContent, publicUrl: string): string {
  const page = isMaintenance ? `pm?id=${alarmId}` : `alarms?alarm=${alarmId}`
  return `${publicUrl}/e/${equipmentId}/${page}`
}

const titles = { tripped: '', reminded: 'Still tripped: ', cleared: 'Cleared: ' } as const

function alarmText(alarm: AlarmContent, style: DateStyle, publicUrl: string): NoticeText {
  const { alarmType, machine, event, value, settings, timeZone } = alarm
  const date = (at: number) => dateInMail(at, timeZone, style)
  const since = date(alarm.trippedAt)
  const end = alarm.clearedAt === null ? null : date(alarm.clearedAt)
  const sentences = {
    tripped: `The alarm "${alarmType}" of ${machine} tripped at ${since}.`,
    reminded: `The alarm "${alarmType}" of ${machine} is still tripped. It tripped at ${since}.`,
    cleared: `The alarm "${alarmType}" of ${machine} cleared${end === null ? '' : ` at ${end}`}. It had tripped at ${since}.`,
  }
  const facts: (readonly [string, string])[] = [
    ['Machine', machine],
    ['Alarm', alarmType],
    ...(settings === '' ? [] : [['Settings', settings] as const]),
    ...(value === null ? [] : [['Value', value] as const]),
    ['Tripped', since],
    ...(end === null ? [] : [['Cleared', end] as const]),
  ]
  return {
    title: `${titles[event]}${alarmType}: ${machine}`,
    sentence: sentences[event],
    facts,
    url: alarmUrl(alarm, publicUrl),
    urlText: alarm.isMaintenance ? 'Open the maintenance' : 'Open the alarm',
    state: event === 'cleared' ? 'cleared' : 'tripped',
  }
}

function runText(run: RunContent, style: DateStyle, publicUrl: string): NoticeText {
  const { machine, cycles, ended } = run
  const at = dateInMail(run.completedAt, run.timeZone, style)
  return {
    title: `Run completed: ${machine}`,
    sentence: `The run on ${machine} reached its total of ${cycles} cycles at ${at}. ${ended ? 'It has ended.' : 'It goes on until somebody ends it.'}`,
    facts: [],
    url: `${publicUrl}/e/${run.equipmentId}`,
    urlText: 'Open the machine',
    state: 'completed',
  }
}

const longestSms = 160
const longestTitle = 60

const cut = (text: string, longest: number): string => {
  const characters = [...text]
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`
}

/** Returns a text message of at most 160 characters about one notice; a long name is cut so that the link stays whole. */
export function smsOf({ title, url }: NoticeText): string {
  const room = longestSms - url.length - 1
  return room < 20 ? cut(title, longestSms) : `${cut(title, room)} ${url}`
}

/** Returns a text message of at most 160 characters that lists notices, as many as there is room for. */
export function smsOfList(texts: readonly NoticeText[], publicUrl: string): string {
  const tail = publicUrl.length <= longestTitle ? ` ${publicUrl}` : ''
  const head = `${texts.length} notices: `
  return `${head}${cut(texts.map(({ title }) => title).join('; '), longestSms - head.length - tail.length)}${tail}`
}

/** Text message that ends those of an hour. */
export const moreByMail = 'Millwatch: you got 20 text messages within an hour. More notices come by email.'

/** Returns the subject of a mail that lists notices. */
export const listSubject = (texts: readonly NoticeText[]): string =>
  `${texts.length} notices: ${cut(texts[0]?.title ?? '', longestTitle)}${texts.length > 1 ? ` and ${texts.length - 1} more` : ''}`
