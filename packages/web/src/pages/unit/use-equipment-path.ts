import { usePaths } from '../../scope/links.ts'
import { type EquipmentChoices, writeChoices } from './use-equipment-choices.ts'

/**
 * Returns a function that returns the address of the Equipment tab of a unit with the given choices; others have their defaults.
 */
export function useEquipmentPath(unitId: number): (choices: Partial<EquipmentChoices>) => string {
  const [path = '', query = ''] = usePaths().unit(unitId).split('?')
  return (choices) => {
    const search = new URLSearchParams(query)
    search.set('tab', 'equipment')
    return `${path}?${writeChoices(search, choices)}`
  }
}
