import type { ComponentType } from 'react';
import type { Command } from '../commands/commands';
import type { RecordType } from './record-types';
import type { RecordPanel } from './record-panels';

/** One screen of a feature: its path (`:name` stands for one path segment) and how to load it. */
export interface FeatureRoute {
  path: string;
  load: () => Promise<ComponentType>;
}

/** What a feature adds to the app: its screens, what leads to them by keyboard and, if it has one, its entry in the menu. */
export interface Feature {
  routes: FeatureRoute[];
  menu?: { label: string; path: string; icon?: ComponentType };
  /** For each screen that needs no record, what leads there. */
  commands: (Omit<Command, 'run'> & { path: string })[];
  /** The kind of its records. */
  record?: RecordType;
  /** What it shows below records, its own or those of others. */
  panels?: RecordPanel[];
}
