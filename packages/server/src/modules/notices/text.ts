import { alarmTypeOf, messageOf } from '@millwatch/domain/alarms'
import { type DateStyle, dateInMail } from '@millwatch/domain/time'
import type { AlarmContent, NoticeContent, RunContent } from './content.ts'

/** Texts of a notice for one person, without markup; `url` is its link. */
export interface NoticeText {
  /** Subject of a mail with one notice, and line in a list of notices: `Press 1: offline for 10 m`. */
  readonly title: string
  /** Sentences that say what happened and when. */
  readonly lines: readonly string[]
  readonly url: string
  /** Text of the link. */
  readonly urlText: string
  /** State that the coloured mark of a mail shows. */
  readonly state: 'tripped' | 'cleared' | 'completed'
}

/** Style of dates of the reader of a notice, the instant as of which its texts are written, and the address of the pages. */
export interface NoticeReader {
  readonly style: DateStyle
  /** Instant (epoch ms) at which a mail or text message is sent; for a webhook the instant at which the notice was created. */
  readonly at: number
  readonly publicUrl: string
}

/** Returns the texts of a notice about an alarm or a run, with dates in the style of its reader. */
export const noticeText = (content: NoticeContent, reader: NoticeReader): NoticeText =>
  content.kind === 'alarm' ? alarmText(content, reader) : runText(content, reader)

function alarmText(alarm: AlarmContent, { style, at, publicUrl }: NoticeReader): NoticeText {
  const { alarmId, equipmentId, about } = alarm
  const { title, lines } = messageOf({ ...alarm, style, now: at })
  const isMaintenance = alarmTypeOf(alarm.typeId).pmEnabled
  const page = isMaintenance ? `pm?id=${alarmId}` : `alarms?alarm=${alarmId}`
  return {
    title,
    lines,
    url: `${publicUrl}/e/${equipmentId}/${page}`,
    urlText: isMaintenance ? 'Open the maintenance' : 'Open the alarm',
    state: about === 'cleared' ? 'cleared' : 'tripped',
  }
}

function runText(run: RunContent, { style, publicUrl }: NoticeReader): NoticeText {
  const { machine, cycles, ended } = run
  const at = dateInMail(run.completedAt, run.timeZone, style)
  return {
    title: `Run completed: ${machine}`,
    lines: [
      `The run on ${machine} reached its total of ${cycles} cycles at ${at}.`,
      ended ? 'It has ended.' : 'It goes on until somebody ends it.',
    ],
    url: `${publicUrl}/e/${run.equipmentId}`,
    urlText: 'Open the machine',
    state: 'completed',
  }
}

const longestSms = 160
const longestTitle = 60

const cut = (text: string, longest: number, end = '…'): string => {
  const characters = [...text]
  return characters.length <= longest ? text : `${characters.slice(0, longest - end.length).join('')}${end}`
}

/**
 * Returns the text with ` °C` as ` C`, other `°` removed and `…` as `...`. These signs are not in the alphabet of text messages
 * (GSM 03.38); with one of them a text message has room for 70 characters only.
 */
const inSmsSigns = (text: string): string => text.replaceAll(' °C', ' C').replaceAll('°', '').replaceAll('…', '...')
const cutSms = (text: string, longest: number): string => cut(inSmsSigns(text), longest, '...')

/**
 * Returns a text message of at most 160 characters about one notice: its title, cut if it is too long, as many of its lines as
 * there is room for, and its whole link. If the link leaves less than 20 characters, it returns the title only.
 */
export function smsOf({ title, lines, url }: NoticeText): string {
  const room = longestSms - url.length - 1
  if (room < 20) return cutSms(title, longestSms)
  let text = cutSms(title, room)
  for (const line of lines) {
    const longer = `${text}. ${inSmsSigns(line).replace(/\.$/, '')}`
    if ([...longer].length > room) break
    text = longer
  }
  return `${text} ${url}`
}

/**
 * Returns a text message of at most 160 characters that lists the titles of notices, cut where the room ends, with the address of
 * the pages unless that has more than 60 characters.
 */
export function smsOfList(texts: readonly NoticeText[], publicUrl: string): string {
  const tail = publicUrl.length <= longestTitle ? ` ${publicUrl}` : ''
  const head = `${texts.length} notices: `
  return `${head}${cutSms(texts.map(({ title }) => title).join('; '), longestSms - head.length - tail.length)}${tail}`
}

/** Text message that a person gets after 20 within an hour when there are more; the further notices come by email. */
export const moreByMail = 'Millwatch: you got 20 text messages within an hour. More notices come by email.'

/**
 * Returns the subject of a mail that lists notices: their number, the title of the first (60 characters at most) and the number
 * of the others.
 */
export const listSubject = (texts: readonly NoticeText[]): string =>
  `${texts.length} notices: ${cut(texts[0]?.title ?? '', longestTitle)}${texts.length > 1 ? ` and ${texts.length - 1} more` : ''}`
