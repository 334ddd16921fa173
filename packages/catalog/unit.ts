/** A unit of weight, length or volume. */
export interface ComparedUnit {
  /** The unit that all of these compare in. */
  readonly base: 'g' | 'mm' | 'ml'
  /** Its size in the base unit: an exact decimal. */
  readonly size: string
}

/**
 * A unit of weight, length or volume by its name, whatever its case, spaces and points. undefined for other units,
 * which compare only with themselves.
 */
export function comparedUnit(name: string): ComparedUnit | undefined {
  return UNITS.get(name.toLowerCase().replaceAll(/[\s.]/g, ''))
}

/** The size of the pound, the inch and the US fluid ounce: NIST Handbook 44, appendix C. */
const UNITS: ReadonlyMap<string, ComparedUnit> = new Map([
  ...named('mg milligram milligrams мг', '0.001', 'g'),
  ...named('g gr gram grams gramme grammes gramm grammi gramos г гр', '1', 'g'),
  ...named('kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes kilogramm кг', '1000', 'g'),
  ...named('t tonne tonnes', '1000000', 'g'),
  ...named('oz ounce ounces', '28.349523125', 'g'),
  ...named('lb lbs pound pounds', '453.59237', 'g'),
  ...named('mm millimeter millimeters millimetre millimetres мм', '1', 'mm'),
  ...named('cm centimeter centimeters centimetre centimetres см', '10', 'mm'),
  ...named('dm decimeter decimeters decimetre decimetres', '100', 'mm'),
  ...named('m meter meters metre metres м', '1000', 'mm'),
  ...named('km kilometer kilometers kilometre kilometres', '1000000', 'mm'),
  ...named('in inch inches " ″', '25.4', 'mm'),
  ...named("ft foot feet ' ′", '304.8', 'mm'),
  ...named('yd yard yards', '914.4', 'mm'),
  ...named('ml milliliter milliliters millilitre millilitres cm3 cm³ ccm мл', '1', 'ml'),
  ...named('cl centiliter centiliters centilitre centilitres', '10', 'ml'),
  ...named('dl deciliter deciliters decilitre decilitres', '100', 'ml'),
  ...named('l ltr liter liters litre litres л', '1000', 'ml'),
  ...named('m3 m³ cbm', '1000000', 'ml'),
  ...named('floz', '29.5735295625', 'ml'),
])

function named(names: string, size: string, base: ComparedUnit['base']): [string, ComparedUnit][] {
  return names.split(' ').map((name) => [name, { base, size }])
}
