import type { Feature } from '../components/feature';
import { dashboard } from '../features/dashboard/feature';
import { problems } from '../features/problems/feature';
import { products } from '../features/products/feature';
import { questions } from '../features/questions/feature';
import { tokens } from '../features/tokens/feature';
import { updates } from '../features/updates/feature';

/** The features of the signed-in app: a new one adds its line here. */
export const features: Feature[] = [dashboard, products, problems, questions, updates, tokens];
