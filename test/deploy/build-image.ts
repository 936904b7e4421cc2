import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import dockerignore from '@balena/dockerignore'
import {
  type Copy,
  DockerfileParser,
  type Env,
  type Healthcheck,
  type Instruction,
  type JSONInstruction,
} from 'dockerfile-ast'

/** The result of a Dockerfile's last stage: a folder instead of layers. */
export interface Image {
  /** The folder of its `/`. */
  readonly root: string
  /** A path of the image as one of this machine. */
  path(inside: string): string
  readonly workdir: string
  /** Its paths are paths of this machine. */
  readonly env: Readonly<Record<string, string>>
  readonly user: { readonly uid: number; readonly gid: number }
  readonly command: readonly string[]
  readonly healthCheck: readonly string[]
}

interface Stage extends Image {
  workdir: string
  env: Record<string, string>
  user: { uid: number; gid: number }
  command: readonly string[]
  healthCheck: readonly string[]
}

/**
 * Does a Dockerfile's steps in `folder`, which is empty, where there is no container engine: each stage's root is a folder
 * of its own, and the Bun image is a folder with this Bun. RUN works on this machine, its absolute paths moved below the
 * stage's root. Throws Error for an instruction that it can't do, and for one that fails.
 */
export const buildImage = (context: string, folder: string): Image => {
  const dockerfile = DockerfileParser.parse(readFileSync(join(context, 'Dockerfile'), 'utf8'))
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const instruction of dockerfile.getInstructions()) {
    const keyword = instruction.getKeyword()
    const words = instruction.getArguments().map((argument) => argument.getValue())
    if (keyword === 'FROM') {
      const [image = '', , name = 'last'] = words
      stage = startStage(image, join(folder, name))
      stages.set(name, stage)
      continue
    }
    const step = steps[keyword]
    if (!stage || !step) throw new Error(`can't do ${keyword}`)
    step(stage, instruction, { words, context, stages })
  }
  if (!stage) throw new Error('the Dockerfile has no stage')
  return stage
}

const startStage = (image: string, root: string): Stage => {
  const [, version] = /^oven\/bun:(\d+\.\d+\.\d+)(-slim)?$/.exec(image) ?? []
  if (version !== Bun.version) throw new Error(`${image} is not the official image of Bun ${Bun.version}`)
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true })
  copyFileSync(process.execPath, join(root, 'usr/local/bin/bun'))
  const path = (inside: string) => join(root, inside)
  return {
    root,
    path,
    workdir: root,
    env: { PATH: `${path('/usr/local/bin')}:${process.env.PATH}` },
    user: { uid: 0, gid: 0 },
    command: [],
    healthCheck: [],
  }
}

interface Surroundings {
  readonly words: readonly string[]
  readonly context: string
  readonly stages: ReadonlyMap<string, Stage>
}

type Step = (stage: Stage, instruction: Instruction, surroundings: Surroundings) => void

/** The strings of the exec form: the shell form would need a shell in the image. */
const execForm = (instruction: Instruction): readonly string[] => {
  const strings = (instruction as JSONInstruction).getJSONStrings().map((string) => string.getJSONValue())
  if (strings.length === 0) throw new Error(`${instruction.getKeyword()} is not in exec form`)
  return strings
}

const steps: Readonly<Record<string, Step>> = {
  WORKDIR(stage, _, { words: [path = ''] }) {
    stage.workdir = stage.path(path)
    mkdirSync(stage.workdir, { recursive: true })
  },
  ENV(stage, instruction) {
    for (const property of (instruction as Env).getProperties()) {
      const value = property.getValue() ?? ''
      stage.env[property.getName()] = value.startsWith('/') ? stage.path(value) : value
    }
  },
  RUN(stage, instruction) {
    const script = (instruction.getArgumentsContent() ?? '')
      .replaceAll('\\\n', '')
      .replaceAll(/(?<=\s)\/(?=\w)/g, `${stage.root}/`)
    // Only root may give files away; anybody else runs the image as themselves.
    const prelude = process.getuid?.() === 0 ? '' : 'chown() { :; }\n'
    // This machine's settings for the registry hold; what Vitest sets for its own sake doesn't.
    const { NODE_ENV: _, ...env } = process.env
    const { exitCode, stderr } = Bun.spawnSync(['sh', '-ec', prelude + script], {
      cwd: stage.workdir,
      env: { ...env, ...stage.env },
    })
    if (exitCode !== 0) throw new Error(`RUN ${script} failed: ${stderr}`)
  },
  COPY: (stage, instruction, surroundings) => copy(stage, instruction as Copy, surroundings),
  USER(stage, _, { words: [user = ''] }) {
    const [, uid, gid] = /^(\d+):(\d+)$/.exec(user) ?? []
    if (!uid || !gid) throw new Error('USER is not uid:gid')
    stage.user = { uid: Number(uid), gid: Number(gid) }
  },
  VOLUME: () => undefined,
  EXPOSE: () => undefined,
  HEALTHCHECK(stage, instruction) {
    // Its strings begin with CMD's bracket: the parser knows CMD as a subcommand.
    const json = /CMD\s*(\[.*\])\s*$/s.exec((instruction as Healthcheck).getTextContent())?.[1]
    stage.healthCheck = JSON.parse(json ?? '[]')
  },
  ENTRYPOINT(stage, instruction) {
    stage.command = execForm(instruction)
  },
}

const copy = (stage: Stage, instruction: Copy, { words, context, stages }: Surroundings): void => {
  const flags = new Map(instruction.getFlags().map((flag) => [flag.getName(), flag.getValue() ?? '']))
  const from = flags.get('from')
  const source = from === undefined ? { root: context, allows: allowedIn(context) } : { root: stages.get(from)?.root }
  if (!source.root) throw new Error(`there is no stage ${from}`)
  const to = words.at(-1) ?? ''
  const target = to.startsWith('/') ? stage.path(to) : resolve(stage.workdir, to)
  for (const word of words.slice(0, -1)) {
    const path = join(source.root, word)
    // A folder's content is copied, not the folder.
    const into = statSync(path).isDirectory() || !/\/$|^\.$/.test(to) ? target : join(target, basename(path))
    cpSync(path, into, { recursive: true, verbatimSymlinks: true, filter: source.allows })
  }
  // As buildah does: the mode is that of what is copied into a folder, not of the folder, which is there or gets an ordinary one.
  const mode = flags.get('chmod')
  if (mode && !statSync(target).isDirectory()) chmodSync(target, Number.parseInt(mode, 8))
  const owner = flags.get('chown')
  // Only root may give files away; anybody else runs the image as themselves.
  if (owner && process.getuid?.() === 0) Bun.spawnSync(['chown', '-R', owner, target])
}

/** Builds a check that tells if `.dockerignore` lets a path into the context. */
const allowedIn = (context: string): ((path: string) => boolean) => {
  const rules = dockerignore().add(readFileSync(join(context, '.dockerignore'), 'utf8'))
  return (path) => !rules.ignores(relative(context, path))
}

/** Everything in the image but what its base brought, as paths from its root; folders end with a slash. */
export const listImage = (image: Image): readonly string[] =>
  readdirSync(image.root, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = relative(image.root, join(entry.parentPath, entry.name))
    return path.startsWith('usr') ? [] : [entry.isDirectory() ? `${path}/` : path]
  })
