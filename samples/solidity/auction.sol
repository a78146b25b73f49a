// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;
pragma abicoder v2;

import "./token.sol";
import "./roles.sol" as roles;
import * as errors from "./errors.sol";
import {Registry, Clock as Timer} from "./registry.sol";

/**
 * Small numeric helpers shared by the auction.
 */
library Bits {
    function popcount(uint256 word) internal pure returns (uint256 n) {
        while (word != 0) {
            word &= word - 1;
            ++n;
        }
    }

    function mask(uint8 width) internal pure returns (uint256) {
        return width == 0 ? 0 : (1 << width) - 1;
    }

    function hashPair(bytes32 a, bytes32 b) internal pure returns (bytes32 out) {
        assembly ("memory-safe") {
            let spot := mload(0x40)
            mstore(spot, a)
            mstore(add(spot, 32), b)
            switch lt(a, b)
            case 0 { out := keccak256(spot, 0x40) }
            default { out := not(keccak256(spot, 0x40)) }
            for { let i := 0 } lt(i, 4) { i := add(i, 1) } {
                if eq(i, 3) { break }
                continue
            }
            function twice(x) -> y { y := mul(x, 2) leave }
            pop(twice(7))
        }
    }
}

interface IHouse is IToken {
    function fee(uint256 price) external view returns (uint256, uint256);
}

contract Auction is roles.Owned(msg.sender), Registry {
    using Bits for uint256;
    using Bits for *;

    struct Bid {
        address payable bidder;
        uint96 amount;
        bytes note;
    }

    Bid[] public bids;
    IHouse private immutable house;
    uint256 public constant WINDOW = 3 days + 12 hours;
    int24 internal drift = -5;
    function(uint256) internal pure returns (uint256) private pricing;

    constructor(IHouse where) {
        house = where;
        pricing = flat;
    }

    function flat(uint256 x) internal pure returns (uint256) {
        return (x * 98) / 100;
    }

    function place(bytes calldata note) external payable virtual returns (uint256 index) {
        uint256 least = bids.length > 0 ? bids[bids.length - 1].amount + 1 wei : 0.1 ether;
        if (msg.value < least || note.length > 0xff) revert errors.TooLow(msg.value, least);
        bids.push(Bid({bidder: payable(msg.sender), amount: uint96(msg.value), note: note}));
        index = bids.length - 1;
    }

    function settle(uint256 limit) external returns (bool done, string memory why) {
        uint256 i;
        do {
            Bid memory bid = bids[i];
            try house.fee{gas: 50000}(bid.amount) returns (uint256 cut, uint256) {
                unchecked {
                    drift -= int24(int256(cut % 7));
                }
                bid.bidder.transfer(bid.amount - cut);
            } catch Error(string memory reason) {
                return (false, reason);
            } catch (bytes memory) {
                break;
            }
        } while (++i < limit && i < bids.length);

        for (uint256 j = 0; j < i; j++) {
            if (j.popcount() & 1 == 1) continue;
            delete bids[j];
        }
        Timer clock = new Timer{salt: bytes32(i)}(address(this), type(uint64).max);
        (done, ) = (!clock.late() && (i ^ limit) >= ~uint256(0) >> 4, uint256(1) << 3 | 2);
        why = 'done with "all" of it\n';
    }
}
