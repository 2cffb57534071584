"""Routes of notifications: the server's key, this browser's subscription, and games seen."""

from fastapi import APIRouter

from qttt.server.errors import RequestError
from qttt.server.protocol.requests import GameId, SeenIn, SubscriptionIn
from qttt.server.protocol.responses import PushOut
from qttt.server.push.pusher import pusher_of
from qttt.server.push.subscriptions import parse_subscription

from .dependencies import CurrentServices, HumanPrincipal, rate_limit_by_user

router = APIRouter(tags=["notifications"])


@router.get("/push")
async def push_key(services: CurrentServices) -> PushOut:
    """The public key with which a browser subscribes."""
    return PushOut(key=await pusher_of(services.pusher).public_key())


@router.put("/push", status_code=204, dependencies=[rate_limit_by_user("push")])
async def subscribe(
    body: SubscriptionIn, principal: HumanPrincipal, services: CurrentServices
) -> None:
    """Send notifications of the user's games to this browser, as long as the session lasts."""
    subscription = parse_subscription(
        principal.token.hash,
        body.endpoint,
        body.p256dh,
        body.auth,
        services.clock(),
        pusher_of(services.pusher).services,
    )
    if not await services.store.push.subscribe(principal.user.id, subscription):
        raise RequestError("stale", "the session has just changed: send the subscription again")


@router.delete("/push", status_code=204)
async def unsubscribe(principal: HumanPrincipal, services: CurrentServices) -> None:
    """Send no more notifications to this browser."""
    await services.store.push.unsubscribe(principal.token.hash)


@router.post("/games/{game}/seen", status_code=204, dependencies=[rate_limit_by_user("seen")])
async def seen(
    game: GameId, body: SeenIn, principal: HumanPrincipal, services: CurrentServices
) -> None:
    """Send no notification about the game up to this version, to any browser of the user."""
    await services.store.push.mark_seen(principal.user.id, game, body.version)
