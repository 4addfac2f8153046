import { z } from 'zod'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { problemBody } from '#contract/problem.ts'

let made: Record<string, unknown> | undefined

/** Returns the API as OpenAPI 3.1, made from the contract when it is first requested. */
export function openApi(): Record<string, unknown> {
  made ??= make()
  return made
}

function make(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const [method = '', path = ''] = name.split(' ')
    const at = path.replace(/:(\w+)/g, '{$1}')
    paths[at] = { ...paths[at], [method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Buka', version: '1', description: 'Menu, orders and work of one restaurant.' },
    paths,
    components: {
      schemas: { Problem: schemaOf(problemBody, 'output') },
      responses: {
        Problem: {
          description: 'Why it was not done, with a sentence for the person.',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'buka.session_token' } },
    },
  }
}

function operation(name: string, { by, params, query, body, takes, answer, statuses = [200], raw }: Endpoint) {
  const problem = { $ref: '#/components/responses/Problem' }
  const isNothing = answer instanceof z.ZodUndefined
  const content = { [raw ?? 'application/json']: { schema: isNothing ? {} : schemaOf(answer, 'output') } }
  const successes = isNothing
    ? [[204, { description: 'Done.' }]]
    : statuses.map((status) => [status, { description: status === 201 ? 'Made.' : 'Done.', content }])
  return {
    operationId: name
      .replace('/api/', '')
      .replace(/[^A-Za-z]+(\w)/g, (_, letter: string) => letter.toUpperCase())
      .replace(/^[A-Z]+/, (method) => method.toLowerCase()),
    ...(by !== 'anyone' && { description: `By ${by.join(', ')}.`, security: [{ session: [] }] }),
    ...((params || query) && {
      parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
    }),
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { 'application/json': { schema: schemaOf(body, 'input') } },
      },
    }),
    ...(takes && { requestBody: { required: true, content: { [takes]: {} } } }),
    responses: {
      ...Object.fromEntries(successes),
      ...((params || query || body) && { 422: problem }),
      ...(by !== 'anyone' && { 401: problem, 403: problem }),
      default: problem,
    },
  }
}

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema: each,
  }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  // JSON Schema cannot express refinements and transformed texts, so their input is described without them.
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return described
}
