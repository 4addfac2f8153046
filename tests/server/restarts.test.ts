import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import * as Restarts from '../faults/restarts.ts'
import {
  clearDataDir,
  DidNotStart,
  freePort,
  postgresOf,
  type RunningServer,
  startServer,
  temporaryDataDir,
} from '../support/running-server.ts'

test('SAFE-21: restarts under load refuse no connection and reset no request', { timeout: 300_000 }, async () => {
  const result = await Restarts.restartUnderLoad(Restarts.quick, () => {})
  console.log(Restarts.reportOf(result))
  expect(Restarts.failuresOf(result)).toEqual([])
  expect(result.answered).toBeGreaterThan(100)
})

test.skipIf(process.platform !== 'linux')(
  'SAFE-21 OWNER-6: `npm start -- --empty` passes the option and SIGTERM on to the server, and leaves nothing running',
  async () => {
    const DATA_DIR = await temporaryDataDir()
    onTestFinished(() => clearDataDir(DATA_DIR))
    const npm = spawn('npm', ['start', '--', '--empty'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR, PORT: String(await freePort()) },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    let stdout = ''
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    await expect.poll(() => stdout).toContain('The set-up is open: ')
    expect(await postgresOf(DATA_DIR)).toBeDefined()
    npm.kill('SIGTERM')
    if (npm.exitCode === null && npm.signalCode === null) await once(npm, 'exit')
    // npm may end before its child.
    await expect.poll(() => processesOfGroup(npm.pid ?? 0)).toEqual([])
    expect(await postgresOf(DATA_DIR)).toBeUndefined()
  },
)

describe.skipIf(process.platform !== 'linux')('`npm start`', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer({ program: 'tools/start.mjs' })
  })
  afterAll(() => server.stop())
  /** Returns `npm start` and its server, without the process that draws missing pictures. */
  const ownProcesses = async () => {
    const all = await Promise.all(
      (await processesOfGroup(server.pid)).map(async (pid) => ({
        pid,
        command: await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      })),
    )
    return all.flatMap(({ pid, command }) => (command.includes('drawing-process') ? [] : [pid]))
  }
  const workerOf = (processes: readonly number[]) => processes.find((pid) => pid !== server.pid) ?? 0

  test('SPEED-5: `npm start` keeps no bundler and no picture library in memory', async () => {
    const processes = await ownProcesses()
    expect(processes).toHaveLength(2)
    for (const pid of processes)
      expect(await readFile(`/proc/${pid}/maps`, 'utf8')).not.toMatch(/rolldown|lightningcss|libvips/)
  })

  test('SAFE-21: `npm start` on a data folder in use prints one reason, exits with 1, and leaves the running database alone', async () => {
    // `startServer` rejects only once every process that could still write to the output has ended, so none is left.
    const refused = await startServer({ program: 'tools/start.mjs', env: { DATA_DIR: server.dataDir } }).catch(
      (error: DidNotStart) => error,
    )
    expect(refused).toBeInstanceOf(DidNotStart)
    expect((refused as DidNotStart).code).toBe(1)
    expect((refused as DidNotStart).stderr.trim().split('\n')).toEqual([
      expect.stringContaining(`Another Buka (process ${server.pid}) is running on the data folder`),
    ])
    expect(await postgresOf(server.dataDir)).toBeDefined()
  })

  test('SAFE-21: `npm start` exits with 1 and stops the database when its server is killed', async () => {
    process.kill(workerOf(await ownProcesses()), 'SIGKILL')
    expect(await server.exited).toBe(1)
    expect(await postgresOf(server.dataDir)).toBeUndefined()
  })
})

async function processesOfGroup(group: number): Promise<number[]> {
  const found: number[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    // The fields after the name in brackets are the state, the parent and the group.
    const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(pgrp) === group && state !== 'Z') found.push(Number(pid))
  }
  return found
}
