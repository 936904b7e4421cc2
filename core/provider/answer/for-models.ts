import type { Pointer } from './pages.ts'

/**
 * Members of answers that say nothing to a model. They are left out over MCP at any depth, unless the caller sends `result_fields`;
 * REST answers keep them.
 */
export interface Noise {
  /**
   * Names of members, e.g. of links to the vendor's own API.
   * @example noise: { members: ['self', 'events_url'] }
   */
  readonly members?: readonly string[]
  /**
   * Members that are `null` or an empty list.
   * @example noise: { empty: true }
   */
  readonly empty?: true
}

/** The action that a model is likely to need next, and where its parameters are in the answer's `data`. */
export interface NextAction {
  /**
   * The name of an action of the same provider.
   * @example leadsTo: { action: 'get_item', parameters: { item_id: '/id' } }
   */
  readonly action: string
  /**
   * The pointers to the values of its parameters in the answer.
   * @example leadsTo: { action: 'get_item', parameters: { item_id: '/item/id' } }
   */
  readonly parameters: Readonly<Record<string, Pointer>>
}

/** The adaptation of an answer to models. */
export interface ModelOptions {
  /**
   * The parts that are left out for models.
   * @example noise: { members: ['self', 'events_url'], empty: true }
   */
  readonly noise?: Noise
  /**
   * The next step, which a model is told beside the answer.
   * @example leadsTo: { action: 'get_item', parameters: { item_id: '/id' } }
   */
  readonly leadsTo?: NextAction
  /**
   * The members of `data` that hold bytes in base64, which models can't use: over MCP each is a file. `*` stands for each item of a list. Left
   * out: those that the schema of `result` says.
   * @example base64: ['/content']
   */
  readonly base64?: readonly string[]
}
