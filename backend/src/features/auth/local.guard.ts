import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { InputPipe } from '../../common/http/input.pipe';
import { CredentialsDto } from './user.dto';

/** Signs in by e-mail and password. Guards run before pipes, so the body is checked here. */
@Injectable()
export class LocalGuard extends AuthGuard('local') {
  private readonly input = new InputPipe();

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    await this.input.transform(request.body, { type: 'body', metatype: CredentialsDto });
    await super.canActivate(context);
    await super.logIn(request);
    return true;
  }
}
