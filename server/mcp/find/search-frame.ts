import type { ToolEffect } from '../tools/tool-names.ts'

/** The tools by which a caller finds, describes and calls actions. */
export interface SearchFrame {
  /** The place of the action's name in the arguments of the description. */
  readonly namePlace: string
  /** The advice for a name that is no action. */
  readonly findAdvice: string
  /** The name of the tool that calls an action. */
  readonly nameCaller: (effect: ToolEffect) => string
  /** True if code calls the actions, so that they are shown as its functions. */
  readonly isCode: boolean
}

const findAdvice = 'find_actions finds the actions'

/** Actions of all domains, called by `call_read` and `call_write`. */
export const callFrame: SearchFrame = {
  namePlace: '/action',
  findAdvice,
  nameCaller: (effect) => `call_${effect}`,
  isCode: false,
}

/** Actions of all domains, called by code. */
export const codeFrame: SearchFrame = {
  namePlace: '/action',
  findAdvice,
  nameCaller: (effect) => (effect === 'read' ? 'run_read' : 'run_code'),
  isCode: true,
}

/** The actions of one domain, found, described and called by the domain's own tool. */
export const buildDomainFrame = (tool: string): SearchFrame => ({
  namePlace: '/name',
  findAdvice: 'the action find finds the actions',
  nameCaller: () => tool,
  isCode: false,
})
