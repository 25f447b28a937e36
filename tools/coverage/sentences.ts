/**
 * Number of sentences by document and section. A is the specification of monitoring, B that of operations and administration, C 4
 * the list of deviations from the specifications, D 17 the weaknesses that an attack found, D 18 the numbers of a tour of the
 * pages.
 */
export const sentences: Readonly<Record<string, number>> = {
  'A 0': 4,
  'A 1': 10,
  'A 2': 63,
  'A 3': 23,
  'A 4': 40,
  'A 5': 17,
  'A 6': 5,
  'A 7': 47,
  'A 8': 30,
  'A 9': 47,
  'B 0': 3,
  'B 1': 8,
  'B 2': 107,
  'B 3': 33,
  'B 4': 43,
  'B 5': 45,
  'B 6': 7,
  'B 7': 72,
  'B 8': 20,
  'B 9': 41,
  'C 4': 14,
  'D 17': 12,
  'D 18': 28,
}
