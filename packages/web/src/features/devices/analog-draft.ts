import type { AnalogConfig } from '@millwatch/domain/devices'

/** Conversion of an analog input as a person types it in the form, with the day from which it is in force. */
export interface AnalogDraft {
  readonly unit: string
  readonly scale: string
  readonly offset: string
  /** First day in the machine's time zone on which the conversion is in force, such as `2026-11-21`; blank: from now on. */
  readonly fromDay: string
}

export const draftOfAnalog = ({ unit, scale, offset }: AnalogConfig): AnalogDraft => ({
  unit: unit ?? '',
  scale: String(scale),
  offset: String(offset),
  fromDay: '',
})

const numberOf = (text: string): number | null => {
  const value = Number(text.trim().replace(',', '.').replace('−', '-'))
  return text.trim() !== '' && Math.abs(value) <= 1e12 ? value : null
}

/**
 * Returns unit, scale and offset of the form as a configuration, without the day. A comma is accepted as decimal point and a
 * blank unit becomes null. Null if scale or offset is no number, or is beyond ±1e12.
 */
export function analogOfDraft({ unit, scale, offset }: AnalogDraft): AnalogConfig | null {
  const [scaled, moved] = [numberOf(scale), numberOf(offset)]
  return scaled === null || moved === null
    ? null
    : { unit: unit.trim() === '' ? null : unit.trim(), scale: scaled, offset: moved }
}

export const isSameAnalog = (a: AnalogConfig, b: AnalogConfig): boolean =>
  a.unit === b.unit && a.scale === b.scale && a.offset === b.offset
