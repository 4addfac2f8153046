/** Whether two values that JSON can hold are the same, whatever the order of their keys. A field without a value is no field. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false
  for (const name in one) if (!same(one[name], other[name])) return false
  for (const name in other) if (other[name] !== undefined && one[name] === undefined) return false
  return true
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
